// This file is plain JavaScript, so that any installed Node (18 or newer) can run it. It installs missing packages and
// runs scripts/<name>.ts with the Node version that comes with them. It must not import from node_modules, because that
// folder may not exist yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE = 24;
/** Limits npm's retries. Without a network, its default retries would take 15 minutes. */
const PATIENCE = [
  '--fetch-retries=3',
  '--fetch-retry-factor=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=8000',
  '--fetch-timeout=60000',
];
const NETWORK_FAULT = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;
const COMMANDS = ['start', 'dev', 'test'];
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.picket-installed');

process.exitCode = await main(process.argv[2] ?? '', process.argv.slice(3));

async function main(command, args) {
  if (!COMMANDS.includes(command)) return fail(`usage: node scripts/bootstrap.mjs ${COMMANDS.join('|')}`);
  if (!isInstalled()) {
    const fault = await install();
    if (fault) return fail(fault);
  }
  const node = findNode();
  if (!node) return fail(`Node ${NEEDED_NODE} or newer is required. Install it, then run the command again.`);
  return handOver(node, command, args);
}

function fail(message) {
  console.error(message);
  return 1;
}

/**
 * Returns true if the last install was for the current lock file and completed, and no package has been removed since.
 */
function isInstalled() {
  try {
    if (readFileSync(stamp, 'utf8') !== lockHash()) return false;
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
      existsSync(join(modules, name, 'package.json')),
    );
  } catch {
    return false;
  }
}

function lockHash() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'package.json']) hash.update(readFileSync(join(root, file)));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

/** Installs the packages. Returns an error message for the user if that fails. */
async function install() {
  try {
    accessSync(existsSync(modules) ? modules : root, constants.W_OK);
  } catch {
    return `No permission to install packages into ${modules}. Run the command as the owner of ${root}.`;
  }
  rmSync(stamp, { force: true });
  const first = !existsSync(modules);
  console.log(
    first ? 'Installing packages (about a minute, the first time only) …' : 'Checking the installed packages …',
  );
  const { code, output } = await npmInstall();
  if (code !== 0) return installFault(output);
  writeFileSync(stamp, lockHash());
  return undefined;
}

function npm(...args) {
  const script = process.env.npm_execpath;
  const [program, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  return spawn(program, [...first, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
}

function npmInstall() {
  const child = npm(
    'install',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    ...PATIENCE,
  );
  const started = Date.now();
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`  … ${seconds} s, ${countPackages()} packages`);
  }, 10_000);
  const offline = noticeNoNetwork(child);
  const stopForward = forwardSignals(child);
  return outcomeOf(child).then(({ code, output }) => {
    clearInterval(progress);
    stopForward();
    return { code, output: offline.noticed() ? 'ENOTFOUND' : output };
  });
}

/**
 * Stops the install if npm fails to reach its registry twice in a row (through the configured proxy, if there is one).
 */
function noticeNoNetwork(child) {
  let failures = 0;
  let noticed = false;
  const probe = async () => {
    const before = countPackages();
    const { output } = await outcomeOf(npm('ping', '--fetch-retries=0', '--fetch-timeout=8000'));
    failures = NETWORK_FAULT.test(output) && countPackages() === before ? failures + 1 : 0;
    if (child.exitCode !== null || child.signalCode !== null) return;
    noticed = failures === 2;
    if (noticed) child.kill('SIGTERM');
    else setTimeout(() => void probe(), 5_000).unref();
  };
  setTimeout(() => void probe(), 10_000).unref();
  return { noticed: () => noticed };
}

function outcomeOf(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  return new Promise((done) => {
    child.once('error', (error) => done({ code: 1, output: output + error.message }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}

function countPackages() {
  try {
    return readdirSync(modules).filter((name) => !name.startsWith('.')).length;
  } catch {
    return 0;
  }
}

function installFault(output) {
  if (NETWORK_FAULT.test(output))
    return "No network: npm couldn't download the packages. Connect (or set a proxy for npm) and run the command again.";
  if (/EACCES|EPERM/.test(output))
    return `No permission to install packages into ${modules}. Run the command as the owner of ${root}.`;
  if (/ENOSPC/.test(output)) return 'No space left on the disk. The packages need about 1 GB.';
  if (/spawn npm ENOENT/.test(output)) return "npm wasn't found. Install Node with npm, then run the command again.";
  return `npm install failed:\n${output.trim()}`;
}

function findNode() {
  const bundled = join(modules, '.bin', 'node');
  const candidates = [bundled, process.execPath, 'node'];
  return candidates.find((node) => {
    const { status, stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    return status === 0 && Number(stdout.split('.')[0]) >= NEEDED_NODE;
  });
}

/**
 * Runs the actual script and returns its exit code. If this process is killed, the script detects that over an IPC
 * channel and stops.
 */
function handOver(node, command, args) {
  const child = spawn(node, [join(root, 'scripts', `${command}.ts`), ...args], {
    cwd: root,
    // Runs in its own process group, so that only this process forwards Ctrl-C. The child processes then stop in the
    // right order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: join(modules, '.bin') + delimiter + (process.env.PATH ?? '') },
  });
  forwardSignals(child);
  stopWhenNpmIsGone(child);
  return new Promise((done) => {
    child.once('error', (error) => done(fail(`${node} couldn't start: ${error.message}`)));
    child.once('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)));
  }).then((code) => process.exit(code));
}

function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * Stops the child process if npm is killed by SIGKILL, which changes our parent process. npm is our parent because the
 * package script uses `exec`.
 */
function stopWhenNpmIsGone(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1_000).unref();
}
