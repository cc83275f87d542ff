import type { Document } from './requirement.ts';

/** First and last line of a section in its document, from its heading on. */
type Lines = readonly [from: number, to: number];

/**
 * The headings of both documents that have text of their own, in their order, without what stands there in brackets, and where they stand in the editions that
 * `documents` names; `Introduction` is what comes before the first heading, `Common rules` the lines below `Endpoints` itself.
 */
const sectionLines: Readonly<Record<Document, Readonly<Record<string, Lines>>>> = {
  legacy: {
    Introduction: [1, 5],
    'What the service does': [7, 24],
    'Resources and their fields › Payment record': [28, 40],
    'Resources and their fields › Capture record': [42, 48],
    'Resources and their fields › Order object': [50, 62],
    'Resources and their fields › Common response object': [64, 73],
    'States and transitions': [75, 94],
    'Endpoints › Common rules': [96, 103],
    'Endpoints › Authorize': [105, 146],
    'Endpoints › Update': [148, 169],
    'Endpoints › Close': [171, 173],
    'Endpoints › Capture': [175, 191],
    'Endpoints › Status': [193, 195],
    'Endpoints › Refund': [197, 207],
    'Endpoints › Checkout app': [209, 225],
    Authentication: [227, 244],
    Events: [246, 285],
    Errors: [287, 311],
    Limits: [313, 322],
    Versioning: [324, 326],
  },
  resource: {
    Introduction: [1, 5],
    'What the service does': [7, 15],
    'Resources and their fields › Payment': [19, 42],
    'Resources and their fields › Buyer': [44, 51],
    'Resources and their fields › Order': [53, 61],
    'Resources and their fields › Item': [63, 71],
    'Resources and their fields › Shipping address': [73, 81],
    'Resources and their fields › Capture': [83, 93],
    'Resources and their fields › Refund': [95, 106],
    'Resources and their fields › Token': [108, 125],
    'Resources and their fields › Error object': [127, 135],
    'States and transitions': [137, 161],
    'Endpoints › Common rules': [163, 165],
    'Endpoints › POST /payments': [167, 186],
    'Endpoints › POST /payments/{id}/captures': [188, 193],
    'Endpoints › POST /payments/{id}/refunds': [195, 204],
    'Endpoints › GET /payments/{id}': [206, 208],
    'Endpoints › PUT /payments/{id}': [210, 218],
    'Endpoints › POST /payments/{id}/close': [220, 222],
    'Endpoints › POST /tokens/{id}/suspend, /resume and /delete': [224, 240],
    'Endpoints › GET /tokens/{id}': [242, 244],
    'Endpoints › GET /tokens/': [246, 248],
    Authentication: [250, 256],
    Events: [258, 260],
    Errors: [262, 313],
    Limits: [315, 324],
    Versioning: [326, 329],
  },
};

/** The headings alone. */
export const sections: Readonly<Record<Document, readonly string[]>> = {
  legacy: Object.keys(sectionLines.legacy),
  resource: Object.keys(sectionLines.resource),
};

/** The heading of a row's section, without what stands there in brackets. */
export function headingOf(section: string): string {
  return section.split(' (', 1)[0] ?? section;
}

interface Place {
  readonly document: Document;
  readonly section: string;
}

/** Rows by document, and as their sections stand in it; those of one section keep their order, and what no document has comes last. */
export function inDocumentOrder<T extends Place>(rows: readonly T[]): readonly T[] {
  const placeOf = ({ document, section }: T): number => {
    const at = sections[document].indexOf(headingOf(section));
    return at < 0 ? sections[document].length : at;
  };
  return rows.toSorted((a, b) =>
    a.document === b.document ? placeOf(a) - placeOf(b) : a.document < b.document ? -1 : 1,
  );
}

/** The lines of its document in which a row's section stands; undefined of a section that is not known. */
export function linesOf({ document, section }: Place): Lines | undefined {
  return sectionLines[document][headingOf(section)];
}
