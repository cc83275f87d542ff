import { z } from 'zod';
import { withDigest } from '../files/digest.ts';
import { jsonText } from '../files/json-text.ts';

const fileSchema = z.object({
  /** Below the run's folder, with forward slashes. */
  file: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Shape of `<out>/manifest.json`: every file of a run with its digest. A signature is over its bytes. */
export const manifestSchema = z.object({
  schema: z.literal(1),
  tool: z.object({ name: z.literal('payproof'), version: z.string(), commit: z.string().nullable() }),
  files: z.array(fileSchema),
  /** SHA-256 of its canonical JSON without this field. */
  digest: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ListedFile = z.infer<typeof fileSchema>;

/** The text of a manifest of these files, which are put in order. */
export function manifestText(tool: Manifest['tool'], files: readonly ListedFile[]): string {
  return jsonText(withDigest({ schema: 1, tool, files: inOrder(files) }));
}

/** Files in the order of their names, by code unit. */
export function inOrder<T extends { readonly file: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
