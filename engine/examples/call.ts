/** A call of a service as these examples have them, in the process: they are those of HTTP. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What a service answers. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}
