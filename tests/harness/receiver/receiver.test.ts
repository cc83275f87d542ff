import { connect as connectSocket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openInbox } from '../../../harness/receiver/inbox.ts';
import { inTurn } from '../../../harness/receiver/answers.ts';
import { startReceiver, type Received } from '../../../harness/receiver/receiver.ts';
import type { Notification } from '../../../models/wire.ts';

async function receiver(publicUrl?: string) {
  const started = await startReceiver({
    listen: '127.0.0.1:0',
    ...(publicUrl !== undefined && { publicUrl }),
  });
  const received: Received[] = [];
  started.onNotification((one) => received.push(one));
  onTestFinished(() => started.close());
  return { started, received };
}

const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

describe('the receiver', () => {
  it('can be closed more than once, and every connection has ended then', async () => {
    const { started } = await receiver();
    const socket = connectSocket(Number(new URL(started.url).port), '127.0.0.1');
    const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    socket.write('POST /wrong HTTP/1.1\r\nhost: x\r\ncontent-length: 999999\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    await Promise.all([started.close(), started.close()]);
    await started.close();
    await ended;
  });

  it('keeps the text, its parsed form and the headers, and answers 200', async () => {
    const { started, received } = await receiver();
    expect((await post(started.url, '{ "payment_id": "p" }')).status).toBe(200);
    expect(received).toMatchObject([
      {
        text: '{ "payment_id": "p" }',
        body: { payment_id: 'p' },
        contentType: 'application/json',
        answered: 200,
      },
    ]);
  });

  it('answers by its plan: another status, late, never, or with a reset', async () => {
    const { started, received } = await receiver();
    started.answerWith(() => ({ status: 500 }));
    expect((await post(started.url, '{}')).status).toBe(500);
    started.answerWith(() => ({ status: 200, delayMs: 40 }));
    const from = performance.now();
    await post(started.url, '{}');
    expect(performance.now() - from).toBeGreaterThan(35);
    started.answerWith(() => 'reset');
    await expect(post(started.url, '{}')).rejects.toThrow('fetch failed');
    started.answerWith(() => 'never');
    await expect(fetch(started.url, { method: 'POST', signal: AbortSignal.timeout(50) })).rejects.toThrow(
      /timeout/,
    );
    started.answerWith(undefined);
    expect((await post(started.url, '{}')).status).toBe(200);
    expect(received.map(({ answered }) => answered)).toEqual([500, 200, null, null, 200]);
  });

  it('gives answers in turn and repeats the last: two refusals and then 200', async () => {
    const { started, received } = await receiver();
    const turns = inTurn([{ status: 503 }, { status: 302 }, { status: 200 }]);
    started.answerWith(() => turns());
    const answers: number[] = [];
    for (let sends = 0; sends < 4; sends += 1)
      answers.push((await fetch(started.url, { method: 'POST', body: '{}', redirect: 'manual' })).status);
    expect(answers).toEqual([503, 302, 200, 200]);
    expect(received.map(({ answered }) => answered)).toEqual(answers);
    expect(() => inTurn([])()).toThrow('there is no answer to give');
  });

  it('drips an answer byte by byte without an end', async () => {
    const { started, received } = await receiver();
    started.answerWith(() => ({ dripMs: 1 }));
    const { port, pathname } = new URL(started.url);
    const socket = connectSocket(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`);
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200 OK\r\nx-slow: \.{5,}$/);
    expect(text).not.toContain('\r\n\r\n');
    expect(received.map(({ answered }) => answered)).toEqual([null]);
    socket.destroy();
  });

  it('accepts no notification at another path, by another method or above its size limit', async () => {
    const { started, received } = await receiver();
    expect((await post(new URL('/hooks/guess', started.url).href, '{}')).status).toBe(404);
    expect((await fetch(started.url)).status).toBe(405);
    // The receiver answers and hangs up while the sender may still be writing.
    await post(started.url, 'x'.repeat(200_000)).catch(() => undefined);
    expect(received).toEqual([]);
    expect(started.strays).toBe(3);
  });

  it('survives requests that are not HTTP and bodies that are not JSON', async () => {
    const { started, received } = await receiver();
    const socket = connectSocket(Number(new URL(started.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.end('\0garbage\r\n\r\n');
    await new Promise((resolve) => socket.on('close', resolve));
    await post(started.url, '{"half":');
    expect(received).toMatchObject([{ text: '{"half":', body: undefined }]);
  });

  it('has the public address, with its fixed path or a random one', async () => {
    const fixed = await receiver('https://tunnel.example.test/my/hook');
    expect(fixed.started.url).toBe('https://tunnel.example.test/my/hook');
    const own = await receiver('https://tunnel.example.test');
    expect(own.started.url).toMatch(/^https:\/\/tunnel\.example\.test\/hooks\/[0-9a-f]{24}$/);
  });

  it('names the wrong setting when its address is in use', async () => {
    const { started } = await receiver();
    const listen = new URL(started.url).host;
    await expect(startReceiver({ listen })).rejects.toThrow(
      `webhooks.listen ${listen} can't be bound (EADDRINUSE)`,
    );
  });
});

function notification(body: unknown): Notification {
  return { receivedAt: Date.now(), body, text: JSON.stringify(body) ?? '', contentType: 'application/json' };
}

describe('the inbox', () => {
  it('finds notifications by their payment, else by their capture', () => {
    const inbox = openInbox();
    const [a, b, c] = [{ payment_id: 'a' }, { payment_id: 'b' }, { capture_id: 'c' }].map(notification);
    for (const one of [a, b, c]) if (one !== undefined) inbox.add(one);
    expect(inbox.take(['a', 'c'])).toEqual([a, c]);
    expect(inbox.seen('b')).toBe(1);
  });

  it('counts notifications without ids and for forgotten ids, and keeps neither', () => {
    const inbox = openInbox();
    for (const body of [null, [], { event_type: 'ping' }, { payment_id: 'a' }]) inbox.add(notification(body));
    inbox.forget(['a']);
    inbox.add(notification({ payment_id: 'a' }));
    expect(inbox.take(['a'])).toEqual([]);
    expect(inbox.counts).toEqual({ all: 5, unroutable: 3, late: 1, others: 2 });
  });

  it('counts notifications of other runs, but not those that a reply shows to be our own', () => {
    const inbox = openInbox();
    const ids = [{ payment_id: 'ours', capture_id: 'c' }, { payment_id: 'theirs' }, { payment_id: 'theirs' }];
    for (const body of ids) inbox.add(notification(body));
    inbox.own(['ours']);
    inbox.add(notification({ payment_id: 'ours' }));
    expect(inbox.counts.others).toBe(2);
  });

  it.each([
    ['many small ones', 20_000, 10, 10_000],
    ['few large ones', 1000, 60_000, 266],
  ])(
    'holds a part of %s about payments of others, the newest, and each that is its own',
    (_what, count, characters, most) => {
      const dropped: Notification[] = [];
      const inbox = openInbox({ onDropped: (one) => dropped.push(one) });
      const of = (id: string) => ({ ...notification({ payment_id: id }), text: 'n'.repeat(characters) });
      inbox.own(['ours']);
      expect(inbox.add(of('ours'))).toBe('own');
      for (let nth = 0; nth < count; nth += 1) expect(inbox.add(of(`theirs-${nth}`))).toBe('others');
      expect(dropped).toHaveLength(count - most);
      expect(inbox.seen('ours')).toBe(1);
      expect([inbox.seen('theirs-0'), inbox.seen(`theirs-${count - 1}`)]).toEqual([0, 1]);
      expect(inbox.counts.others).toBe(count);
    },
  );

  it('holds the newest hundreds about one payment, and all about another that they name', () => {
    const inbox = openInbox();
    inbox.own(['known', 'fresh']);
    const whose = Array.from({ length: 600 }, () => inbox.add(notification({ payment_id: 'known' })));
    expect(whose.filter((one) => one === 'own')).toHaveLength(500);
    const last = notification({ payment_id: 'known', capture_id: 'fresh' });
    expect(inbox.add(last)).toBe('own, one too many');
    expect(inbox.seen('known')).toBe(500);
    expect(inbox.take(['known']).at(-1)).toBe(last);
    expect(inbox.take(['fresh'])).toEqual([last]);
  });

  it('says which turn out to be its own', () => {
    const own: Notification[] = [];
    const inbox = openInbox({ onOwn: (one) => own.push(one) });
    const [first, other] = [notification({ payment_id: 'ours' }), notification({ payment_id: 'theirs' })];
    for (const one of [first, other]) expect(inbox.add(one)).toBe('others');
    inbox.own(['ours']);
    inbox.own(['ours']);
    expect(own).toEqual([first]);
  });

  it('ends a wait when its condition holds, and at its deadline', async () => {
    const inbox = openInbox();
    const held = inbox.waitFor(() => inbox.seen('a') === 2, 1000);
    const missed = inbox.waitFor(() => inbox.seen('b') > 0, 20);
    inbox.add(notification({ payment_id: 'a' }));
    inbox.add(notification({ payment_id: 'a' }));
    expect(await held).toBe(true);
    expect(await missed).toBe(false);
    const open = inbox.waitFor(() => false, 60_000);
    inbox.close();
    expect(await open).toBe(false);
  });

  it('misses no notification that came while this process itself stood still for longer than the deadline', async () => {
    const inbox = openInbox();
    const held = inbox.waitFor(() => inbox.seen('a') === 1, 40);
    // It is read only after the deadline.
    setTimeout(() => inbox.add(notification({ payment_id: 'a' })), 50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    expect(await held).toBe(true);
  });
});
