// Debian's nginx and Caddy for benchmarks, each as a process of its own that serves what a benchmark says.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts nginx in a folder with these lines of its `http` part, for so many connections; returns the id of its first process, and what stops it. */
export async function startNginx(folder, lines, connections = 512) {
  const root = join(folder, 'nginx');
  mkdirSync(root, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${root}/${kind};`,
  );
  writeFileSync(
    join(root, 'nginx.conf'),
    `${process.getuid() === 0 ? 'user root;' : ''} worker_processes 1; pid ${root}/pid; worker_rlimit_nofile 16384; events { worker_connections ${connections}; }
http { access_log off; keepalive_requests 1000000; ${temporary.join(' ')} ${lines} }`,
  );
  return begin('/usr/sbin/nginx', ['-c', join(root, 'nginx.conf'), '-e', join(root, 'error.log'), '-g', 'daemon off;']);
}

/** Starts Caddy in a folder with this Caddyfile. */
export async function startCaddy(folder, caddyfile) {
  const root = join(folder, 'caddy');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'Caddyfile'), caddyfile);
  const env = { ...process.env, XDG_DATA_HOME: root, XDG_CONFIG_HOME: root };
  return begin('/usr/bin/caddy', ['run', '--config', join(root, 'Caddyfile'), '--adapter', 'caddyfile'], env, 'ignore');
}

async function begin(program, flags, env = process.env, errors = 'inherit') {
  const started = spawn(program, flags, { env, stdio: ['ignore', 'inherit', errors] });
  await Promise.race([pause(1000), new Promise((_, reject) => started.on('error', reject))]);
  return { id: started.pid, stop: () => started.kill() };
}
