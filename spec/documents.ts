/** A document that the rows of this register were read from. */
interface SpecifiedBy {
  readonly title: string;
  /** SHA-256 of its file, byte by byte, as `sha256sum FILE` prints it: to be written anew whenever the rows were compared with a newer edition. */
  readonly sha256: string;
}

/** The two documents. They are no part of this project: their digests say which edition it is that a verdict rests on. */
export const documents: Readonly<Record<'legacy' | 'resource', SpecifiedBy>> = {
  legacy: {
    title: 'Legacy Payment Service: Checksum-Signed API, Checkout App and Webhooks',
    sha256: 'f13ff03b48390b912772e7192a07f9fd43ed9faf34a80ee282f5c532f91d7041',
  },
  resource: {
    title: 'Resource-Style Payment Service: Payments and Tokens',
    sha256: 'b2ca8955c7e799889bb4c63dca6f9622b031cc479da073680f1685143e1d878d',
  },
};
