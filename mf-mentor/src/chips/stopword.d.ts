/** Lists of stop words; the package has no types of its own. Each of its files has one of them. */
declare module 'stopword/src/*' {
  type List = readonly string[];
  export const ara: List;
  export const deu: List;
  export const eng: List;
  export const fra: List;
  export const jpn: List;
  export const por: List;
  export const spa: List;
  export const zho: List;
}
