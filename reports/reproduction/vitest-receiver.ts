/** What a stand-alone test file about notifications needs beside the rest. JavaScript as text. */
export const vitestReceiver = `
// How long an owed notification may take, and how long to wait for one that must not come.
const deadlineMs = Number(env.DEADLINE_MS ?? 30_000);
const settleMs = Number(env.SETTLE_MS ?? 3000);

/** Receives notifications. The target is told where through its control interface, or is set to WEBHOOK_URL by hand. */
const listen = async () => {
  const came = [];
  const server = createServer(async (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    for await (const part of request) if (text.length < 65_536) text += part;
    came.push(text);
    response.end();
  });
  const [host, port] = (env.WEBHOOK_LISTEN ?? '127.0.0.1:0').split(':');
  await new Promise((done) => server.listen(Number(port), host, done));
  const url = env.WEBHOOK_URL ?? \`http://\${host}:\${server.address().port}/\`;
  if (env.CONTROL_URL) await send({ to: 'control', method: 'PUT', path: '/webhook', body: { url } });
  const naming = (words) => came.filter((text) => words.every((word) => text.includes(JSON.stringify(word))));
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  return {
    /** How many came that name all of these, as soon as there are so many, else at the deadline. */
    count: async (words, least) => {
      const until = Date.now() + deadlineMs;
      while (naming(words).length < least && Date.now() < until) await pause(20);
      return naming(words).length;
    },
    /** How many different ones came that name all of these, a while later. */
    distinct: async (words) => {
      await pause(settleMs);
      return new Set(naming(words)).size;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
`;
