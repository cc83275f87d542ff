import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { root } from '../house/reading/sources.ts';

const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const dockerfile = DockerfileParser.parse(text);
/** The instructions of the last stage: the image. */
const image = dockerfile
  .getInstructions()
  .slice(dockerfile.getInstructions().findLastIndex((one) => one.getKeyword() === 'FROM'));
const of = (keyword: string): readonly string[] =>
  image.filter((one) => one.getKeyword() === keyword).map((one) => one.getRawArgumentsContent() ?? '');

/** Docker with a daemon, which alone could build the image. */
const builds = spawnSync('docker', ['info']).status === 0;
process.stdout.write(
  `The image is not built by this test${builds ? '' : ', and could not be: there is no Docker daemon here'}. Its file is linted; the test of the package runs that on a read-only system.\n`,
);

describe('the Dockerfile', () => {
  test('has nothing that its linter complains of', () => {
    expect(validate(text)).toEqual([]);
    expect(validate('FROM node\nVOLUM /runs\n')).not.toEqual([]);
  });

  test('names the version of each image that it begins with, and holds no secret and no source', () => {
    const bases = dockerfile.getFROMs().map((from) => from.getImageTag());
    expect(bases.filter((tag) => tag === null || !/^\d+\.\d+\.\d+-/.test(tag))).toEqual([]);
    expect(of('COPY')).toEqual(['/tmp/payproof-*.tgz /tmp/']);
    expect(dockerfile.getCOPYs().at(-1)?.getFromFlag()?.getValue()).toBe('build');
    expect(of('ARG')).toEqual([]);
  });

  test('runs payproof as a user without rights, in a folder whose runs go to the volume', () => {
    expect(of('USER')).toEqual(['node']);
    expect(of('VOLUME')).toEqual(['["/runs"]']);
    expect(of('ENV')).toEqual(['PAYPROOF_CACHE=/runs/.cache']);
    expect(of('WORKDIR')).toEqual(['/checks']);
    expect(of('ENTRYPOINT')).toEqual(['["payproof"]']);
  });
});
