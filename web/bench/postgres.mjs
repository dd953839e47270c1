// A PostgreSQL server of Debian's package for benchmarks, with a cluster of its own that keeps what it has answered (fsync).
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './server.mjs';

const ROOT = '/usr/lib/postgresql';
/** PostgreSQL does not run as root. */
const NOBODY = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Starts a server; returns the address of an empty database on it, the id of its first process, and what stops it. */
export async function startPostgres() {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
  if (versions.length === 0) throw new Error("Debian's package postgresql is missing: make prepare installs it");
  const folder = mkdtempSync('/tmp/splitline-bench-postgres-');
  if (NOBODY.uid) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const data = join(folder, 'data');
  const run = (program, ...flags) => {
    const done = spawnSync(join(ROOT, versions[0], 'bin', program), ['-D', data, ...flags], {
      cwd: '/',
      stdio: 'ignore',
      ...NOBODY,
    });
    if (done.status !== 0) throw new Error(`${program}: ${done.status}`);
  };
  run('initdb', '-U', 'splitline', '--auth=trust', '--encoding=UTF8', '--locale=C');
  const port = await freePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=on -c synchronous_commit=on`;
  run('pg_ctl', '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const stop = () => {
    run('pg_ctl', '-w', '-m', 'fast', 'stop');
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: `postgres://splitline@127.0.0.1:${port}/postgres`, pid, stop };
}
