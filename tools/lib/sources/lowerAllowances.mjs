/** npm run allowances: lowers the allowances of files and folders that have shrunk (tools/allowances.json). */
import '../usage.mjs';
import { run } from '../processes/run.mjs';

for (const check of ['sizes', 'boundaries']) {
  const code = await run(process.execPath, [`tools/${check}.mjs`, '--lower']);
  if (code !== 0) process.exit(code);
}
