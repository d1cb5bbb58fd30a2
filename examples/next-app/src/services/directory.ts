export interface DirectoryRow {
  id: string;
  clerkId: string;
  publicMetadata: Record<string, unknown>;
}

const rows = new Map<string, DirectoryRow>();

/** Our own copy of what we know about each user. Its methods have the names of the SDK's. */
export const directory = {
  users: {
    async createUser(clerkId: string): Promise<DirectoryRow> {
      const row = { id: crypto.randomUUID(), clerkId, publicMetadata: {} };
      rows.set(clerkId, row);
      return row;
    },
    async updateUser(clerkId: string, changes: { publicMetadata: Record<string, unknown> }): Promise<void> {
      const row = rows.get(clerkId);
      if (row) rows.set(clerkId, { ...row, ...changes });
    },
  },
};
