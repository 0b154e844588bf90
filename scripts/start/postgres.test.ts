import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canEnter, databaseUser } from './database-user.ts';
import { steadyPort } from './ports.ts';
import { binaries, ownedFolder } from './postgres-place.ts';
import { type Cluster, type ClusterOptions, startCluster } from './postgres.ts';

const user = databaseUser();
let parent: string;
let options: ClusterOptions;
let cluster: Cluster;

beforeAll(async () => {
  const place = [tmpdir(), '/var/tmp'].find((folder) => canEnter(folder, user)) ?? tmpdir();
  parent = mkdtempSync(join(place, 'picket-cluster-'));
  ownedFolder(parent, user);
  options = {
    binaries: binaries(user),
    folder: join(parent, 'postgres'),
    user,
    port: await steadyPort(parent),
    password: randomBytes(8).toString('hex'),
  };
  cluster = await startCluster(options);
});

afterAll(async () => {
  await cluster.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function ask(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = () => Number(readFileSync(join(options.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

test('committed data survives a kill of Postgres, which starts again at once', async () => {
  await ask('create table kept as select 1 as n');
  process.kill(postmaster(), 'SIGKILL');
  await cluster.exited;
  cluster = await startCluster(options);
  expect(await ask('select n from kept')).toEqual([{ n: 1 }]);
});

test('a second start on the same data stops the Postgres that a killed start left running', async () => {
  const before = postmaster();
  const first = cluster;
  cluster = await startCluster(options);
  await first.exited;
  expect(postmaster()).not.toBe(before);
  expect(await ask('select n from kept')).toEqual([{ n: 1 }]);
});

test('refuses connections without the password', async () => {
  const url = new URL(cluster.url());
  url.password = 'wrong';
  const client = new pg.Client({ connectionString: url.href });
  await expect(client.connect()).rejects.toThrow('password authentication failed');
  await client.end();
});
