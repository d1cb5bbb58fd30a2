import { ClerkProvider, SignedIn, UserButton } from '@clerk/nextjs';

export const metadata = {
  title: 'Acme Projects',
};

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <ClerkProvider>
      <html lang="en">
        <body>
          <SignedIn>
            <UserButton />
          </SignedIn>
          {children}
        </body>
      </html>
    </ClerkProvider>
  );
}
