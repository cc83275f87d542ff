import { bodyMessages } from '../../legacy/replies.ts';
import type { ReplyBody, ReplyWrapper } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { fieldsOf } from '../replies.ts';

const withoutAuthorize = ['update', 'close', 'capture', 'status', 'refund'];

/** Gives some refusals another status, at every operation but Authorize. */
function saying(
  which: (body: ReplyBody) => boolean,
  status: (operation: string) => string,
): Readonly<Record<string, ReplyWrapper>> {
  const wrapper: ReplyWrapper = (reply, { operation }) => {
    const body = fieldsOf(reply);
    return which(body) ? { ...reply, body: { ...body, status: status(operation) } } : reply;
  };
  return Object.fromEntries(withoutAuthorize.map((operation) => [operation, wrapper]));
}

const mismatched = ({ reason }: ReplyBody): boolean => reason === 'bad_checksum';
const noJson = ({ message }: ReplyBody): boolean => message === bodyMessages.noJson;

/** Faults in the words of refusals that the table for every operation names. */
export const legacyRefusalFaults: readonly Fault[] = [
  fault('legacy-mismatch-as-bad-request', 'legacy.common.checksum-status', {
    summary: 'A wrong checksum is answered with bad_request.',
    reply: saying(mismatched, () => 'bad_request'),
  }),
  fault('legacy-mismatch-as-failed-request', 'legacy.common.checksum-status', {
    summary: 'A wrong checksum is answered with failed_request, which only Authorize is shown with.',
    reply: saying(mismatched, () => 'failed_request'),
  }),
  fault('legacy-mismatch-as-failed-operation', 'legacy.common.checksum-status', {
    summary: 'A wrong checksum is answered with the failure of the operation.',
    reply: saying(mismatched, (operation) => `${operation}_fail`),
  }),
  fault('legacy-no-json-as-request-failed', 'legacy.common.no-json-status', {
    summary: 'A body without JSON is answered with request_failed.',
    reply: saying(noJson, () => 'request_failed'),
  }),
  fault('legacy-no-json-as-failed-operation', 'legacy.common.no-json-status', {
    summary: 'A body without JSON is answered with the failure of the operation.',
    reply: saying(noJson, (operation) => `${operation}_fail`),
  }),
];
