/** The id of a place in the page, which a link can name: of what and which, in lower case and without what a URL would escape. */
export function anchorOf(what: string, ...of: readonly string[]): string {
  return [what, ...of].map((part) => part.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')).join('-');
}
