import { BroadcastChannel as Channel } from 'node:worker_threads';

/** Tells the other threads of this process that the receiver of the run in this folder takes nothing any more. */
export function tellReceiverClosed(out: string): void {
  const channel = new Channel(nameOf(out));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin
  channel.postMessage('closed');
  channel.close();
}

/** Resolves when another thread has told so; never, when none does. */
export function receiverClosed(out: string): { readonly closed: Promise<void>; release(): void } {
  const channel = new Channel(nameOf(out));
  channel.unref();
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of Node's channel have no other
    channel.onmessage = () => resolve();
  });
  return { closed, release: () => channel.close() };
}

function nameOf(out: string): string {
  return `payproof receiver ${out}`;
}
