import { openThreadChannel } from './thread-channel.ts';

/** Tells the other threads of this process that the receiver of the run in this folder takes nothing any more. */
export function tellReceiverClosed(out: string): void {
  const channel = openThreadChannel(nameOf(out));
  channel.post('closed');
  channel.close();
}

/** Resolves when another thread has told so; never, when none does. */
export function receiverClosed(out: string): { readonly closed: Promise<void>; release(): void } {
  let told = (): void => undefined;
  const closed = new Promise<void>((resolve) => (told = resolve));
  const channel = openThreadChannel(nameOf(out), () => told());
  return { closed, release: () => channel.close() };
}

function nameOf(out: string): string {
  return `payproof receiver ${out}`;
}
