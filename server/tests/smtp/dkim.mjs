// DKIM by another implementation than the server's, and keys for its tests.
// `dkim.mjs key KIND` prints a new private key in PEM: rsa-pkcs1, rsa-pkcs8, rsa-1024, ed25519 or ec.
// `dkim.mjs verify NAME TEXT` reads a mail from standard input and prints the results of its signatures as JSON, with this record as the only
// one in DNS.
import { generateKeyPairSync } from 'node:crypto';
import dkim from 'mailauth/lib/dkim/verify.js';

const [command, ...words] = process.argv.slice(2);
if (command === 'key') {
  const type = words[0] === 'rsa-pkcs1' ? 'pkcs1' : 'pkcs8';
  const kind = words[0].split('-')[0];
  const { privateKey } = generateKeyPairSync(kind, {
    modulusLength: words[0] === 'rsa-1024' ? 1024 : 2048,
    namedCurve: 'P-256',
  });
  process.stdout.write(privateKey.export({ type, format: 'pem' }));
} else {
  const [name, text] = words;
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const resolver = async (asked, type) => {
    if (asked === name && type === 'TXT') return [[text]];
    throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
  };
  const { results } = await dkim.dkimVerify(Buffer.concat(chunks), { resolver });
  const one = ({ signingDomain, selector, status, signingHeaders }) => ({
    domain: signingDomain,
    selector,
    result: status.result,
    why: status.comment ?? '',
    headers: signingHeaders?.keys ?? '',
  });
  console.log(JSON.stringify(results.map(one)));
}
