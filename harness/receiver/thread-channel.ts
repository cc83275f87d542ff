import { BroadcastChannel as Channel } from 'node:worker_threads';

/** A channel between the threads of this process. */
export interface ThreadChannel {
  post(message: unknown): void;
  close(): void;
}

/** Opens the channel of a name. It keeps no process alive. `hear` gets what other threads post; default: nothing is heard. */
export function openThreadChannel(name: string, hear?: (message: unknown) => void): ThreadChannel {
  const channel = new Channel(name);
  channel.unref();
  if (hear !== undefined) {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of Node's channel have no other
    channel.onmessage = (event) => hear((event as { readonly data: unknown }).data);
  }
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}
