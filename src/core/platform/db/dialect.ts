import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type OperationNode,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  RawNode,
  sql,
} from 'kysely';
import type pg from 'pg';

/**
 * Begins a raw statement that every connection plans once and keeps: sql`${prepared} select …`. For the hottest only,
 * whose text never varies and which name their columns: a kept plan of `select *` fails after a migration. Adds nothing
 * to the text: the connection knows it by what the statement is made of.
 */
export const prepared = sql.raw('');
const MARK = prepared.toOperationNode();

/**
 * Texts for a prepared statement, whose number the planner must not see: for one or two it would plan anew each time that
 * it is run, because a plan for any number looks dearer.
 */
export const keptPlan = (texts: readonly string[]) => sql<string[]>`(select ${texts}::text[])`;

const isPrepared = (node: OperationNode): boolean => RawNode.is(node) && node.parameters[0] === MARK;

const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `picket_${names.size}`;
  names.set(text, name);
  return name;
};

/** Kysely's Postgres, with statements that connections keep (`prepared`). */
export class PicketDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new PicketDriver({ pool: this.#pool });
  }
}

/** What Kysely's own driver does, over connections of ours. */
class PicketDriver extends PostgresDriver {
  readonly #pool: PostgresPool;

  constructor(config: { pool: PostgresPool }) {
    super(config);
    this.#pool = config.pool;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PicketConnection((await this.#pool.connect()) as pg.PoolClient);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      if (connection instanceof PicketConnection) connection.isBroken = true;
      throw error;
    }
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof PicketConnection) connection.client.release(connection.isBroken);
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class PicketConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  isBroken = false;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  async executeQuery<R>({ sql: text, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    // what is asked in one go leaves in one go
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const values = [...parameters];
    const result = await this.client.query<R & pg.QueryResultRow>(
      isPrepared(query) ? { name: nameOf(text), text, values } : { text, values },
    );
    const { command, rowCount, rows } = result;
    // of several statements in one text nobody reads anything
    if (command === undefined) return { rows: [] };
    // by which Kysely knows a transaction that was rolled back instead
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as R[] };
    return { rows, ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error('Rows come all at once');
  }
}
