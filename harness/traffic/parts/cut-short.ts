import { parsedJson } from '../../wire/message.ts';

/** What recorders write where they end a text before its end. */
const ends = /(?:…|\.{3}|[[(<](?:truncated|cut|snip)[^\])>]{0,80}[\])>])\s*$/i;

/** Whether a text ends before its end: with a mark of that, or as JSON in which something is still open. */
export function isCutShort(text: string): boolean {
  if (parsedJson(text).unparsed === undefined) return false;
  return ends.test(text) || isOpenJson(text);
}

/** Whether a text that begins as an object or a list has no end. One pass, since the text may be long. */
function isOpenJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return false;
    }
  }
  return true;
}
