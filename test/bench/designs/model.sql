-- The model's cost of each question under each design, eight designs a call. Ranges are
-- read one after the other, so each costs a seek.
SELECT 'question', 'design', 'cost', 'rows', 'hottest';
WITH asked AS (
    SELECT array_agg(statement ORDER BY name) AS statements FROM (SELECT DISTINCT name, statement FROM question) q),
part AS (
    SELECT to_json(array_agg(layout::text)) AS layouts FROM (SELECT d.*, ntile(2) OVER (ORDER BY name) AS n FROM design d) d GROUP BY n),
judged AS (
    SELECT p.*
    FROM asked, part, hbase.propose_keys('event', statements, NULL,
             jsonb_build_object('layouts', layouts, 'rows', :rows, 'regions', :regions, 'sample', 100000, 'weights', '{"range": 1}'::json)) p
    WHERE p.form = 'main')
SELECT q.name, d.name, c ->> 'cost', c ->> 'rows', j.hottest_region / 100
FROM (SELECT DISTINCT name, statement FROM question) q, LATERAL hbase.workload(ARRAY[q.statement]) w,
     judged j JOIN design d ON d.layout::text = j.layout::text, jsonb_array_elements(j.questions) c
WHERE c -> 'question' = w.question;
