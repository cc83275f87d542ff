import type { Document } from './requirement.ts';

/**
 * The headings of both documents that have text of their own, without what stands there in brackets;
 * `Introduction` is what comes before the first heading, `Common rules` the lines below `Endpoints` itself.
 */
export const sections: Readonly<Record<Document, readonly string[]>> = {
  legacy: [
    'Introduction',
    'What the service does',
    'Resources and their fields › Payment record',
    'Resources and their fields › Capture record',
    'Resources and their fields › Order object',
    'Resources and their fields › Common response object',
    'States and transitions',
    'Endpoints › Common rules',
    'Endpoints › Authorize',
    'Endpoints › Update',
    'Endpoints › Close',
    'Endpoints › Capture',
    'Endpoints › Status',
    'Endpoints › Refund',
    'Endpoints › Checkout app',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ],
  resource: [
    'Introduction',
    'What the service does',
    'Resources and their fields › Payment',
    'Resources and their fields › Buyer',
    'Resources and their fields › Order',
    'Resources and their fields › Item',
    'Resources and their fields › Shipping address',
    'Resources and their fields › Capture',
    'Resources and their fields › Refund',
    'Resources and their fields › Token',
    'Resources and their fields › Error object',
    'States and transitions',
    'Endpoints › Common rules',
    'Endpoints › POST /payments',
    'Endpoints › POST /payments/{id}/captures',
    'Endpoints › POST /payments/{id}/refunds',
    'Endpoints › GET /payments/{id}',
    'Endpoints › PUT /payments/{id}',
    'Endpoints › POST /payments/{id}/close',
    'Endpoints › POST /tokens/{id}/suspend, /resume and /delete',
    'Endpoints › GET /tokens/{id}',
    'Endpoints › GET /tokens/',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ],
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
