import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A link of a page to another place of the same folder: pages, pictures and headings, not addresses of the network. */
export interface Link {
  /** As the page has it. */
  readonly text: string;
  /** The file or folder that it leads to, from the root. */
  readonly path: string;
  /** The heading that it leads to; empty where it names none. */
  readonly heading: string;
}

/** The links of a page outside its blocks of code. `page` is a path from the root. */
export function linksOf(root: string, page: string): readonly Link[] {
  const prose = readFileSync(join(root, page), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, text = '']) => text)
    .filter((text) => !/^[a-z]+:/.test(text))
    .map((text) => {
      const [file = '', heading = ''] = text.split('#');
      return { text, path: file === '' ? page : normalize(join(dirname(page), file)), heading };
    });
}

/** The links of a page that lead nowhere: to no file or folder, or to a heading that the page there does not have. */
export function brokenLinks(root: string, page: string): readonly string[] {
  return linksOf(root, page)
    .filter(({ path, heading }) => !leads(join(root, path), heading))
    .map(({ text }) => text);
}

function leads(file: string, heading: string): boolean {
  if (!existsSync(file)) return false;
  if (heading === '') return true;
  return statSync(file).isFile() && anchorsOf(readFileSync(file, 'utf8')).includes(heading);
}

/** The names by which GitHub and npm link to the headings of a page. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
