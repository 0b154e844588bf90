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
 * Marks a statement to be prepared once per connection: sql`${prepared} select …`, or a built query by
 * `.modifyFront(prepared)`: Postgres plans it once instead of each time. Only for the hottest statements with a constant text and named columns: a prepared `select *` fails after a migration. It adds nothing to the text;
 * the connection identifies it by its structure.
 */
export const prepared = sql.raw('');
const MARK = prepared.toOperationNode();

/**
 * An array of texts for a prepared statement that hides its length from the planner. If the planner saw one or two
 * elements, it would plan the statement again each time, because the generic plan, which must suit any length, looks
 * more expensive.
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

/** Kysely's Postgres dialect, with prepared statements (`prepared`). */
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

/** Kysely's own driver, on our connections. */
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
    // Statements issued together are sent together.
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const values = [...parameters];
    const result = await this.client.query<R & pg.QueryResultRow>(
      isPrepared(query) ? { name: nameOf(text), text, values } : { text, values },
    );
    const { command, rowCount, rows } = result;
    // results of several statements in one text aren't read
    if (command === undefined) return { rows: [] };
    // How Kysely recognizes a transaction that was rolled back instead of committed.
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as R[] };
    return { rows, ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  streamQuery(): never {
    throw new Error('Rows come all at once');
  }
}
