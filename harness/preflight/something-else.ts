import type { Reply } from '../../models/wire.ts';
import { knowsCodings } from '../wire/content-coding.ts';
import { Unreachable } from './trouble.ts';

/** A reply with its headers, by lower-case names. */
export interface Answer extends Reply {
  readonly headers: Readonly<Record<string, string>>;
}

/** Longest part of a header that is shown. */
const longestShown = 120;

/** The error for an address at which something else answers, with what it is and the setting that names it. */
export function somethingElse(answer: Answer, baseUrl: string, setting: string, path: string): Unreachable {
  const what = `${baseUrl}${path} answered HTTP ${answer.http} ${kindOf(answer)}`;
  return new Unreachable(`${what}. Check ${setting}.`);
}

/** What an answer is that is none of this service. */
function kindOf({ http, contentType, body, text, headers }: Answer): string {
  const { location, 'content-encoding': coding } = headers;
  if (http >= 300 && http < 400 && location !== undefined)
    return `and sends on to ${shown(location)}, which is not followed`;
  const type = shown(contentType);
  const what = type === '' ? 'without a content type' : `with ${type}`;
  if (text.startsWith('\u{feff}')) return `${what} behind a byte order mark, which JSON does not have`;
  if (body === undefined && !knowsCodings(coding))
    return `${what} in the content coding ${shown(coding ?? '')}, which was not asked for`;
  const holds = body === undefined ? '' : ' that holds none of the fields it should';
  return `${what}${holds}: that is not this service`;
}

/** This goes to a terminal. */
const shown = (header: string): string => header.slice(0, longestShown).replaceAll(/[^ -~]/g, '?');
