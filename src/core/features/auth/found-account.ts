import { sql } from 'kysely';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { claimContractorId } from '../company/contractor-ids.ts';
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
  /** As of `createCompany`. */
  textsApproved?: boolean;
}

/** Whoever founds, drops or moves an account to this address waits for the others that do: one transaction at a time. */
export const lockAddress = async (tx: SystemTx, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account:${email}`}, 0))`.execute(tx);
};

const ACCOUNT = ['id', 'email', 'email_verified_at', 'google_sub', 'device_epoch'] as const;

/** The account of an address, locked: whether it is confirmed does not change while the transaction lasts. */
export const findByAddress = (tx: SystemTx, email: string) =>
  tx.selectFrom('users').select(ACCOUNT).where('email', '=', email).forNoKeyUpdate().executeTakeFirst();

/** The account itself, locked; undefined where it was only a reservation and is gone. */
export const lockUser = (tx: SystemTx, userId: UserId) =>
  tx.selectFrom('users').select(ACCOUNT).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

const companyNameOf = (name: string): string => `${name.slice(0, 112)} Fencing`;

/**
 * A user with the role contractor and a company of their own with the defaults (decisions.md, who is who). Until the
 * address is confirmed the company holds no contractor id of its name (`confirmAddress`).
 */
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
  await createCompany(tx, {
    userId: id,
    name,
    email: account.email,
    reserved: !account.confirmed,
    textsApproved: account.textsApproved ?? false,
  });
  return id;
}

/**
 * Lets a sign-up begin anew on a reservation: the names that were typed last count. So does the password where the new
 * code was mailed; else it stays with the browser and the code that it was typed for (`verify-email.ts`).
 */
export async function retypeReservation(
  tx: SystemTx,
  userId: UserId,
  { account, withPassword }: { account: Omit<NewAccount, 'confirmed'>; withPassword: boolean },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: account.name,
      created_at: sql<Date>`now()`,
      ...(withPassword && { password_hash: account.passwordHash }),
    })
    .where('id', '=', userId)
    .execute();
  await tx
    .updateTable('company_profiles')
    .set({ name: account.companyName ?? companyNameOf(account.name) })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Confirms the address of an account where it was not, with what is to become of its password, and gives its company
 * the contractor id of its name. False where it was confirmed before; then nothing changes.
 */
export async function confirmAddress(
  tx: SystemTx,
  userId: UserId,
  password: { password_hash?: string | null } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`now()`, ...password })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  const company = await tx
    .selectFrom('company_profiles')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (company) await claimContractorId(tx, company);
  return true;
}

/**
 * Takes away an account whose address nobody has confirmed: it is only a reservation, and a Google sign-in or a change
 * to that address begins anew. Nothing that a stranger typed before is left of it.
 */
export async function dropReservation(tx: SystemTx, userId: UserId): Promise<void> {
  await tx.deleteFrom('company_profiles').where('user_id', '=', userId).execute();
  await tx.deleteFrom('users').where('id', '=', userId).where('email_verified_at', 'is', null).execute();
}

/**
 * Gives addresses back that were reserved two days ago and never confirmed; a few at a time. Leads of such a company
 * go with it: it has no widget, so whatever came to it came from somebody who knew that nobody could read it.
 */
export async function dropOldReservations(tx: SystemTx): Promise<void> {
  const old = await tx
    .selectFrom('users')
    .select('id')
    .where('email_verified_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .orderBy('created_at')
    .limit(5)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of old) await dropReservation(tx, id);
}
