import { sql } from 'kysely';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { createCompany } from '../company/create-company.ts';

export interface NewAccount {
  email: string;
  name: string;
  /** Null for one that signs in by code or by Google. */
  passwordHash: string | null;
  /** Default: made of the person's name. */
  companyName?: string | undefined;
  /** Whether the address is known to be his already (Google says so). */
  confirmed: boolean;
  googleSub?: string;
}

/** Whoever founds, drops or moves an account to this address waits for the others that do: one transaction at a time. */
export const lockAddress = async (tx: SystemTx, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account:${email}`}, 0))`.execute(tx);
};

const ACCOUNT = ['id', 'email', 'email_verified_at', 'google_sub'] as const;

/** The account of an address, locked: whether it is confirmed does not change while the transaction lasts. */
export const findByAddress = (tx: SystemTx, email: string) =>
  tx.selectFrom('users').select(ACCOUNT).where('email', '=', email).forNoKeyUpdate().executeTakeFirst();

/** The account itself, locked; undefined where it was only a reservation and is gone. */
export const lockUser = (tx: SystemTx, userId: UserId) =>
  tx.selectFrom('users').select(ACCOUNT).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

const companyNameOf = (name: string): string => `${name.slice(0, 112)} Fencing`;

/** A user with the role contractor and a company of his own with the defaults (decisions.md, who is who). */
export async function foundAccount(tx: SystemTx, account: NewAccount): Promise<UserId> {
  const { id } = await tx
    .insertInto('users')
    .values({
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      email_verified_at: account.confirmed ? sql<Date>`now()` : null,
      google_sub: account.googleSub ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('user_roles').values({ user_id: id, role: 'contractor' }).execute();
  const name = account.companyName ?? companyNameOf(account.name);
  await createCompany(tx, { userId: id, name, email: account.email });
  return id;
}

/**
 * Takes away an account whose address nobody has confirmed: it is only a reservation, and a sign-up, a Google
 * sign-in or a change to that address begins anew. Nothing that a stranger typed before is left in it.
 */
export async function dropReservation(tx: SystemTx, userId: UserId): Promise<void> {
  await tx.deleteFrom('company_profiles').where('user_id', '=', userId).execute();
  await tx.deleteFrom('users').where('id', '=', userId).where('email_verified_at', 'is', null).execute();
}

/** Gives names and addresses back that were reserved two days ago and never confirmed; a few at a time. */
export async function dropOldReservations(tx: SystemTx): Promise<void> {
  const old = await tx
    .selectFrom('users')
    .select('id')
    .where('email_verified_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    // a lead is never lost, even one that found a company which nobody runs yet
    .where((user) =>
      user.not(
        user.exists(
          user
            .selectFrom('company_profiles')
            .innerJoin('leads', 'leads.company_id', 'company_profiles.id')
            .select('leads.id')
            .whereRef('company_profiles.user_id', '=', 'users.id'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(5)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of old) await dropReservation(tx, id);
}
