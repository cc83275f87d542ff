/** What a target may send to break out of a page; each must come out as harmless text. */
export const hostileTexts: readonly string[] = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</pre></style></title><!-- ',
  '&lt;script&gt; &amp; &#60;',
  '`${alert(1)}`',
  'javascript:alert(1)',
  '\u202eevil \u2066\u061c\u200f',
  '\u0000\u0007\u001b[31m\u009b\r\n\t\u2028\u2029',
  '😀 𠮷 \ud800 \udc00 \u{e0041}',
  'x'.repeat(1_000_000),
  '<b>'.repeat(300_000),
];

/** The names of the elements of a page and every attribute that could run something, as a browser's tokenizer finds them. */
export function markup(page: string): {
  readonly elements: ReadonlySet<string>;
  readonly handlers: readonly string[];
} {
  const tags = [...page.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi)];
  const names = tags.flatMap(([, , attributes = '']) =>
    [...attributes.matchAll(/\s+([^\s"'>/=]+)(?:="[^"]*")?/g)].map(([, name = '']) => name.toLowerCase()),
  );
  const handlers = names.filter((name) => /^(on\w+|style|src|srcdoc|formaction|xlink:href)$/.test(name));
  return { elements: new Set(tags.map(([, name = '']) => name.toLowerCase())), handlers };
}
