/** Characters that a path segment may hold as they are (RFC 3986, 3.3) and that `encodeURIComponent` would encode. */
const legible = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** An id as one segment of a path, whatever text it is; an unpaired surrogate has no encoding, and becomes U+FFFD. */
export function pathSegment(id: string): string {
  return encoded(id).replaceAll(legible, decodeURIComponent);
}

/** `encodeURIComponent` for any text: by itself it throws at an unpaired surrogate. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
