import { expect, it, vi } from 'vitest';
import { clerk } from './clerk';
import { promote } from './promote';

vi.mock('./clerk', () => ({
  clerk: { users: { getUser: vi.fn(), updateUser: vi.fn() } },
}));

it('makes somebody an admin', async () => {
  vi.mocked(clerk.users.getUser).mockResolvedValue({ publicMetadata: {} });
  await promote('user_1');
  expect(clerk.users.updateUser).toHaveBeenCalledWith('user_1', { publicMetadata: { role: 'admin' } });
});
