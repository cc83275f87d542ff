const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The mappings of a source map with lines alone, as stack traces need them: a segment for each line of a source that begins in a line of the build. Columns
 * make the maps four times as large.
 */
export function withLinesAlone(mappings) {
  /** Fields are differences to the last segment: of what was read, and of what is kept. */
  const read = [0, 0, 0, 0];
  const kept = [0, 0, 0, 0];
  const lines = mappings.split(';').map((line) => {
    read[0] = 0;
    kept[0] = 0;
    let place;
    const segments = [];
    for (const segment of line === '' ? [] : line.split(',')) {
      for (const [field, difference] of numbersIn(segment).entries())
        if (field < read.length) read[field] += difference;
      const next = `${read[1]} ${read[2]}`;
      if (place === next) continue;
      place = next;
      segments.push(read.map((value, field) => textOf(value - kept[field])).join(''));
      kept.splice(0, kept.length, ...read);
    }
    return segments.join(',');
  });
  return lines.join(';');
}

/** The numbers of a segment, in groups of five bits, the lowest first; the lowest bit of all is the sign. */
function numbersIn(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function textOf(number) {
  let text = '';
  let value = number < 0 ? (-number << 1) | 1 : number << 1;
  do {
    const bits = value & 31;
    value >>= 5;
    text += digits[value > 0 ? bits | 32 : bits];
  } while (value > 0);
  return text;
}
