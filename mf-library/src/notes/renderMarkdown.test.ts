import { renderMarkdown } from './Markdown.tsx';

describe('Markdown of a note', () => {
  test('emphasis, lists, quotations and links', () => {
    const html = renderMarkdown('*a* **b**\n\n- c\n\n> d\n\n[e](https://example.org)');
    expect(html).toContain('<em>a</em> <strong>b</strong>');
    expect(html).toContain('<li>c</li>');
    expect(html).toContain('<blockquote>');
    expect(html).toMatch(
      /<a href="https:\/\/example.org" target="_blank" rel="noopener noreferrer nofollow">e<\/a>/,
    );
  });

  test('what looks like HTML is shown as it was written, to the last sign', () => {
    const words = 'If a < b & c > d then <b>bold</b>, <img src=x> and <script>run()</script> "stay"';
    const shown = document.createElement('div');
    shown.innerHTML = renderMarkdown(words);
    expect(shown.textContent?.trim()).toBe(words);
    expect(shown.querySelector('b, img, script')).toBeNull();
  });

  test('headings do not meddle with the outline of the page', () => {
    expect(renderMarkdown('# Big')).toBe('<p><strong>Big</strong></p>\n');
  });

  test.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['![x](https://evil.example/pixel.png)'],
    ['[x](javascript:alert(1))'],
    ['<a href="java&#10;script:alert(1)">x</a>'],
    ['<svg><script>alert(1)</script></svg>'],
    ['<iframe src="https://evil.example"></iframe>'],
    ['<form action="https://evil.example"><input name=a></form>'],
    ['<p style="background:url(https://evil.example)" onclick="alert(1)">x</p>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>'],
  ])('%s neither runs nor calls anyone', (text) => {
    const holder = document.createElement('div');
    holder.innerHTML = renderMarkdown(text);
    expect(holder.querySelectorAll('script, img, iframe, form, input, svg, style, math')).toHaveLength(0);
    for (const element of holder.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^style$|^src/);
        expect(value).not.toMatch(/javascript:/i);
      }
    }
  });
});
