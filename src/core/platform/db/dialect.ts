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
  SelectQueryNode,
  sql,
} from 'kysely';
import type pg from 'pg';

/**
 * Marks a statement to be prepared and planned once per connection: sql`${prepared} select …`, or
 * `.modifyFront(prepared)` for a built query. Use it only for the most frequent statements. Their SQL must be constant
 * and name its columns, because a prepared `select *` fails after a migration. `prepared` is an empty SQL fragment that
 * the connection finds in the query's structure.
 */
export const prepared = sql.raw('');
const MARK = prepared.toOperationNode();

/**
 * Wraps an array of strings for a prepared statement, so that the planner can't see the array's length. Otherwise,
 * Postgres would make a new plan for each call with one or two strings. It would estimate a lower cost for that plan
 * than for the generic plan, which must suit any length.
 */
export const keptPlan = (texts: readonly string[]) => sql<string[]>`(select ${texts}::text[])`;

const isPrepared = (node: OperationNode): boolean =>
  RawNode.is(node)
    ? node.parameters[0] === MARK
    : SelectQueryNode.is(node) && node.frontModifiers?.some(({ rawModifier }) => rawModifier === MARK) === true;

const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `picket_${names.size}`;
  names.set(text, name);
  return name;
};

/** Kysely's Postgres dialect with support for prepared statements (`prepared`). */
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
    // Sends statements that are issued in the same turn of the event loop as one packet.
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const values = [...parameters];
    const result = await this.client.query<R & pg.QueryResultRow>(
      isPrepared(query) ? { name: nameOf(text), text, values } : { text, values },
    );
    const { command, rowCount, rows } = result;
    // If the SQL contains several statements, the result is an array. It isn't used.
    if (command === undefined) return { rows: [] };
    // Kysely checks the command, to detect a commit that Postgres turned into a rollback.
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as R[] };
    return { rows, ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error('Streaming rows isn’t supported');
  }
}
