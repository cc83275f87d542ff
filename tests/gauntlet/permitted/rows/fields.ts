import type { PermittedRow } from '../row.ts';
import { contentsOf, everywhere, replyTexts, type Fields } from '../tampered.ts';
import { wholeAmounts } from './notations.ts';
import { paymentFields, tokenFields } from './records.ts';

/** A proxy that writes each second reply of success otherwise, so that one value is seen in two forms. */
const eachSecond = (change: (content: Fields) => unknown, of: 'legacy' | 'resource') => () => {
  let n = 0;
  const isSecond = () => (n += 1) % 2 === 0;
  return contentsOf('success', (content) => (isSecond() ? change(content) : content), [of])();
};

const without = (fields: Fields, isLeftOut: (value: unknown) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isLeftOut(value)));

/** A person with a field written otherwise, wherever one is shown. */
const ofPerson = (content: Fields, name: string, written: (text: string) => string) =>
  everywhere(content, (fields) => {
    const value = fields[name];
    return typeof value === 'string' && 'email' in fields ? { ...fields, [name]: written(value) } : fields;
  });

/** One value in two forms: what compares a field between all replies must not take the second for a change. */
export const fieldRows: readonly PermittedRow[] = [
  {
    claims: ['resource/payments'],
    name: 'what a payment has no value for is null, and is left out of each second reply',
    together: 'payment fields 1',
    permittedBy: { ...paymentFields, says: 'how a field without a value is written is not shown' },
    server: { profile: { 'resource.fields.unset': 'null' } },
    proxy: eachSecond(
      (content) => everywhere(content, (fields) => without(fields, (value) => value === null)),
      'resource',
    ),
  },
  {
    claims: ['resource/payments'],
    name: 'a phone is written in the international form in each second reply',
    together: 'payment fields 2',
    permittedBy: {
      ...paymentFields,
      section: 'Resources and their fields › Buyer',
      says: '`Japanese mobile number`: no notation is shown',
    },
    proxy: eachSecond(
      (content) => ofPerson(content, 'phone', (text) => text.replace(/^0/, '+81')),
      'resource',
    ),
  },
  {
    claims: ['resource/payments'],
    name: 'money is written with a fraction of zero in each second reply',
    together: 'payment fields 2',
    permittedBy: { ...paymentFields, says: '`amount`: number; 1000 and 1000.0 are one number' },
    proxy: () => {
      let n = 0;
      const change = (text: string) =>
        (n += 1) % 2 === 0 ? text.replaceAll(wholeAmounts, '"$1":$2.0') : text;
      return replyTexts(change, ['resource'])();
    },
  },
  {
    claims: ['resource/tokens'],
    name: 'the names of a token have a space of full width in each second reply',
    together: 'token fields',
    permittedBy: { ...tokenFields, says: '`with a half-width or full-width space allowed in names`' },
    proxy: eachSecond(
      (content) => ofPerson(content, 'name1', (name) => name.replace(' ', '\u{3000}')),
      'resource',
    ),
    finds: 'resource-origin-phone-changes-on-read',
  },
  {
    claims: ['legacy/lifecycle'],
    name: 'Status leaves order_ref out of each second reply where there is none, and shows an empty text otherwise',
    together: 'legacy fields',
    permittedBy: {
      document: 'legacy',
      section: 'Endpoints › Status',
      says: '`order_ref`: how a payment without one is shown is not said',
    },
    proxy: eachSecond(
      (content) =>
        'expires' in content && (content['order_ref'] ?? '') === '' ? { ...content, order_ref: '' } : content,
      'legacy',
    ),
  },
];
