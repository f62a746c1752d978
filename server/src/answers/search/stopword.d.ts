/** Lists of stop words; the package has no types of its own. */
declare module 'stopword' {
  type List = readonly string[];
  export const ara: List;
  export const deu: List;
  export const eng: List;
  export const fra: List;
  export const jpn: List;
  export const por: List;
  export const rus: List;
  export const spa: List;
  export const zho: List;
}
