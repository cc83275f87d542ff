import { writeFileSync } from 'node:fs';
import { serve } from '../../harness/local-server.ts';

/** A targets file whose only target, `own`, refuses whatever it is asked and keeps the paths. */
export async function countingTarget(
  file: string,
  blocks = 'legacy: { base_url: URL/, api_key: api-key-1, secret: secret-of-1, PERSONAS }',
) {
  const paths: string[] = [];
  const url = await serve((request, response) => {
    paths.push(request.url ?? '');
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"code":"x","message":"x","status":"x"}');
  });
  const personas = 'personas: { approve: { email: ok@example.test, phone: "08000000001", test: true } }';
  const settings = blocks.replaceAll('URL', url).replace('PERSONAS', personas);
  writeFileSync(file, `targets: { own: { kind: remote, ${settings}, limits: { timeout: 500ms } } }`);
  return { paths, url };
}
