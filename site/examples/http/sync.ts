const API = 'https://api.clerk.com/v1';

export async function sync(userId: string, crmId: string) {
  await fetch(`${API}/users/${userId}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${process.env.CLERK_SECRET_KEY}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ private_metadata: { crmId } }),
  });
}
