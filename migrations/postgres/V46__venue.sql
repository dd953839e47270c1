-- What a day's link opens: the packet desk, or the announcer's page.

ALTER TABLE packet_links ADD COLUMN purpose TEXT COLLATE "C" NOT NULL DEFAULT 'packets'; -- packets, announcer
