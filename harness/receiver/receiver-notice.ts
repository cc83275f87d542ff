import { openThreadChannel } from './thread-channel.ts';

/**
 * Tells the other threads of this process that a receiver of the run in this folder takes nothing any more; once for each. `receivers`: how many
 * the run has.
 */
export function tellReceiverClosed(out: string, receivers = 1): void {
  const channel = openThreadChannel(nameOf(out));
  channel.post(receivers);
  channel.close();
}

/** Resolves when other threads have told so of each receiver; never, when they don't. */
export function receiverClosed(out: string): { readonly closed: Promise<void>; release(): void } {
  let allTold = (): void => undefined;
  let told = 0;
  const closed = new Promise<void>((resolve) => (allTold = resolve));
  const channel = openThreadChannel(nameOf(out), (receivers) => {
    told += 1;
    if (told >= Number(receivers)) allTold();
  });
  return { closed, release: () => channel.close() };
}

function nameOf(out: string): string {
  return `payproof receiver ${out}`;
}
