import { sql } from 'kysely';
import type { UserId } from '#shared/primitives/ids.ts';
import type { SystemTx } from '../../platform/db/system.ts';
import { claimContractorId } from '../company/contractor-ids.ts';
import { createCompany } from '../company/create-company.ts';

export interface NewAccount {
  email: string;
  name: string;
  /** Null for an account that signs in with a code or Google. */
  passwordHash: string | null;
  /** Defaults to a name derived from the person's name. */
  companyName?: string | undefined;
  /** Whether the email address is already confirmed. True for Google accounts. */
  confirmed: boolean;
  googleSub?: string;
  /** See `createCompany`. */
  textsApproved?: boolean;
}

/** Locks an email address, so that transactions that create, delete or change an account with it run one at a time. */
export const lockAddress = async (tx: SystemTx, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account:${email}`}, 0))`.execute(tx);
};

const ACCOUNT = ['id', 'email', 'email_verified_at', 'google_sub', 'device_epoch'] as const;

/**
 * Finds and locks the account with this email address, so that the account can't be confirmed during the transaction.
 */
export const findByAddress = (tx: SystemTx, email: string) =>
  tx.selectFrom('users').select(ACCOUNT).where('email', '=', email).forNoKeyUpdate().executeTakeFirst();

/** Locks an account. Returns undefined if the account was unconfirmed and has since been deleted. */
export const lockUser = (tx: SystemTx, userId: UserId) =>
  tx.selectFrom('users').select(ACCOUNT).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

const companyNameOf = (name: string): string => `${name.slice(0, 112)} Fencing`;

/**
 * Creates a user with the contractor role, and a company for them with default settings. The company gets a contractor
 * id based on its name when the user's email address is confirmed (`confirmAddress`).
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
 * Updates an unconfirmed account when someone signs up again with its email address. The new names replace the old
 * ones. If a new code was emailed, the new password replaces the old password too. Otherwise, the old password is kept,
 * because the code that's still valid was emailed for that password and the browser that entered it
 * (`verify-email.ts`).
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
 * Confirms an account's email address, sets its password if one is given, and assigns a contractor id to its company.
 * Returns false and changes nothing if the email address was already confirmed.
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
 * Deletes an account whose email address is unconfirmed, including all its data, so that a Google sign-in or another
 * account can use the email address.
 */
export async function dropReservation(tx: SystemTx, userId: UserId): Promise<void> {
  await tx.deleteFrom('company_profiles').where('user_id', '=', userId).execute();
  await tx.deleteFrom('users').where('id', '=', userId).where('email_verified_at', 'is', null).execute();
}

/**
 * Deletes accounts whose email addresses weren't confirmed within two days. Each call deletes only a few accounts. The
 * companies of these accounts are deleted too, including their leads. Nobody could have read those leads, because the
 * accounts were never confirmed.
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
