/** The section of a row with its document, as the page names it: `legacy: Endpoints › Capture`. */
export function sectionOf({
  document,
  section,
}: {
  readonly document: string;
  readonly section: string;
}): string {
  return `${document}: ${section}`;
}
