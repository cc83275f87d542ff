import { requirements } from '../requirement.ts';

const section = 'Authentication';

/** What a handshake shows before any request (legacy, Authentication, Transport). Which versions of TLS are supported is not shown. */
export const transportRules = requirements('legacy', 'transport', {
  noSsl: {
    id: 'legacy.transport.no-ssl',
    section,
    needs: ['tls'],
    text: 'A handshake that offers SSL 2 or SSL 3, and nothing newer, is refused.',
  },
  sha2: {
    id: 'legacy.transport.sha-2',
    section,
    needs: ['tls'],
    text: 'The certificate of the endpoints is signed under a hash of the SHA-2 family.',
  },
});
