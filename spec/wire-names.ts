/** How a call authenticates. Everything but `valid` must be refused. What each is stands in wire-variants.ts. */
export type Credential =
  | 'valid'
  | 'missing'
  | 'wrong'
  | 'cut'
  | 'cut-start'
  | 'longer'
  | 'longer-start'
  | 'other-case'
  | 'bare'
  | 'public'
  | 'other-scheme'
  | 'other-interface';

/** What is wrong with a checksum, under the key that stored journals have. */
export type ChecksumCorruption =
  | 'missing'
  | 'null'
  | 'empty'
  | 'garbage'
  | 'wrong-secret'
  | 'truncated'
  | 'extended'
  | 'behind'
  | 'before'
  | 'within'
  | 'first-half'
  | 'second-half'
  | 'upper-case'
  | 'swapped-case'
  | 'url-safe'
  | 'unpadded';

/** What is wrong with the version header. */
export type WrongVersion = 'missing' | 'wrong' | 'to-come' | 'longer' | 'cut' | 'blank';

/** How a right request is written in another way. What each is stands in wire-variants.ts. */
export type Spelling =
  | 'charset'
  | 'type-case'
  | 'header-case'
  | 'reversed'
  | 'spaced'
  | 'escaped'
  | 'with-fraction'
  | 'with-exponent'
  | 'chunked'
  | 'large';
