import { html, inline, type Html } from './html.ts';

/** The head of a page of ours: what it may load, by its policy, and that it tells nobody where a reader comes from. */
export function head(
  title: string,
  { policy, style }: { readonly policy: string; readonly style: string },
): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}: payproof</title>
    ${inline('style', style)}
  </head>`;
}
