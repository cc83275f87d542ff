/** What a stand-alone test file about notifications needs in addition. JavaScript as text. */
export const vitestReceiver = `
// How long an expected notification may take, and how long to wait for one that must not come.
const deadlineMs = Number(env.DEADLINE_MS ?? 30_000);
const settleMs = Number(env.SETTLE_MS ?? 3000);

/** Receives notifications. Sets the URL through the control interface; without one, a person has set WEBHOOK_URL. */
const listen = async () => {
  const unset = ['WEBHOOK_LISTEN', 'WEBHOOK_URL'].filter((name) => !env[name]);
  if (!env.CONTROL_URL && unset.length > 0)
    throw new Error(\`set CONTROL_URL, or \${unset.join(' and ')}: where the target sends its notifications\`);
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
    /** Counts the notifications that hold all of these words, as soon as there are enough, or else at the deadline. */
    count: async (words, least) => {
      const until = Date.now() + deadlineMs;
      while (naming(words).length < least && Date.now() < until) await pause(20);
      return naming(words).length;
    },
    /** Counts the different notifications that hold all of these words, after a while. */
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
