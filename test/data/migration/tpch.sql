-- The tables of TPC-H. Customers, orders and line items were made by tpchgen-cli (scale factor 0.02,
-- 60 orders of it; Apache-2.0). Parts and suppliers are computed from the line items.
CREATE SCHEMA tpch;
CREATE TABLE tpch.region (r_regionkey int PRIMARY KEY, r_name char(25) NOT NULL, r_comment varchar(152));
CREATE TABLE tpch.nation (
    n_nationkey int PRIMARY KEY, n_name char(25) NOT NULL, n_regionkey int NOT NULL REFERENCES tpch.region,
    n_comment varchar(152));
CREATE TABLE tpch.part (
    p_partkey int PRIMARY KEY, p_name varchar(55) NOT NULL, p_size int NOT NULL, p_retailprice numeric(15, 2) NOT NULL);
CREATE TABLE tpch.supplier (
    s_suppkey int PRIMARY KEY, s_name char(25) NOT NULL, s_nationkey int NOT NULL REFERENCES tpch.nation,
    s_acctbal numeric(15, 2) NOT NULL);
CREATE TABLE tpch.partsupp (
    ps_partkey int REFERENCES tpch.part, ps_suppkey int REFERENCES tpch.supplier, ps_availqty int NOT NULL,
    PRIMARY KEY (ps_partkey, ps_suppkey));
CREATE TABLE tpch.customer (
    c_custkey int PRIMARY KEY, c_name varchar(25) NOT NULL, c_address varchar(40) NOT NULL,
    c_nationkey int NOT NULL REFERENCES tpch.nation, c_phone char(15) NOT NULL, c_acctbal numeric(15, 2) NOT NULL,
    c_mktsegment char(10) NOT NULL, c_comment varchar(117) NOT NULL);
CREATE TABLE tpch.orders (
    o_orderkey bigint PRIMARY KEY, o_custkey int NOT NULL REFERENCES tpch.customer, o_orderstatus char(1) NOT NULL,
    o_totalprice numeric(15, 2) NOT NULL, o_orderdate date NOT NULL, o_orderpriority char(15) NOT NULL,
    o_clerk char(15) NOT NULL, o_shippriority int NOT NULL, o_comment varchar(79) NOT NULL);
CREATE TABLE tpch.lineitem (
    l_orderkey bigint REFERENCES tpch.orders, l_partkey int NOT NULL, l_suppkey int NOT NULL, l_linenumber int,
    l_quantity numeric(15, 2) NOT NULL, l_extendedprice numeric(15, 2) NOT NULL, l_discount numeric(15, 2) NOT NULL,
    l_tax numeric(15, 2) NOT NULL, l_returnflag char(1) NOT NULL, l_linestatus char(1) NOT NULL,
    l_shipdate date NOT NULL, l_commitdate date NOT NULL, l_receiptdate date NOT NULL,
    l_shipinstruct char(25) NOT NULL, l_shipmode char(10) NOT NULL, l_comment varchar(44) NOT NULL,
    PRIMARY KEY (l_orderkey, l_linenumber));
COPY tpch.region (r_regionkey, r_name) FROM stdin;
0	AFRICA
1	AMERICA
2	ASIA
3	EUROPE
4	MIDDLE EAST
\.
COPY tpch.nation (n_nationkey, n_name, n_regionkey) FROM stdin;
0	ALGERIA	0
1	ARGENTINA	1
2	BRAZIL	1
3	CANADA	1
4	EGYPT	4
5	ETHIOPIA	0
6	FRANCE	3
7	GERMANY	3
8	INDIA	2
9	INDONESIA	2
10	IRAN	4
11	IRAQ	4
12	JAPAN	2
13	JORDAN	4
14	KENYA	0
15	MOROCCO	0
16	MOZAMBIQUE	0
17	PERU	1
18	CHINA	2
19	ROMANIA	3
20	SAUDI ARABIA	4
21	VIETNAM	2
22	RUSSIA	3
23	UNITED KINGDOM	3
24	UNITED STATES	1
\.
COPY tpch.customer (c_custkey, c_name, c_address, c_nationkey, c_phone, c_acctbal, c_mktsegment, c_comment) FROM stdin;
16	Customer#000000016	cYiaeMLZSMAOQ2 d0W,	10	20-781-609-3107	4681.03	FURNITURE	kly silent courts. thinly regular theodolites sleep fluffily after 
50	Customer#000000050	9SzDYlkzxByyJ1QeTI o	6	16-658-112-3221	4266.13	MACHINERY	ts. furiously ironic accounts cajole furiously slyly ironic dinos.
68	Customer#000000068	o8AibcCRkXvQFh8hF,7o	12	22-918-832-2411	6853.37	HOUSEHOLD	 pending pinto beans impress realms. final dependencies 
124	Customer#000000124	aTbyVAW5tCd,v09O	18	28-183-750-7809	1842.49	AUTOMOBILE	le fluffily even dependencies. quietly s
199	Customer#000000199	lBU3xll,a7e9TYm3 UyjDPCVMvnHKpq,9HW1X	4	14-136-924-5232	7654.31	FURNITURE	fully busy pinto beans. packages cajole around the express, bold packages! quickly ironic tithes
283	Customer#000000283	jysHDuTKUKYEjdBhtI LqTttTp 7i2kvx1 O3A	7	17-111-303-1282	4450.03	AUTOMOBILE	y alongside of the accounts. slyly express dependencies wake quickly above the carefully ironic package
326	Customer#000000326	nWDOTh6X019pfBtV3ikACYZiMjGykLrFnuyAo2	2	12-447-614-7494	1906.52	HOUSEHOLD	ckey players. carefully ironic a
334	Customer#000000334	OPN1N7t4aQ23TnCpc	4	14-947-291-5002	-405.91	BUILDING	fully busily special ideas. carefully final excuses lose slyly carefully express accounts. even, ironic platelets ar
422	Customer#000000422	AyNzZBvmIDo42JtjP9xzaK3pnvkh Qc0o08ssnvq	9	19-299-247-2444	-272.14	HOUSEHOLD	eposits; furiously ironic packages accordi
529	Customer#000000529	oGKgweC odpyORKPJ9oxTqzzdlYyFOwXm2F97C	15	25-383-240-7326	9647.58	FURNITURE	 deposits after the fluffily special foxes integrate carefully blithely dogged dolphins. enticingly bold d
545	Customer#000000545	AsYw6k,nDUQcMOpEws	10	20-849-123-8918	7505.33	AUTOMOBILE	 carefully final deposits. slyly unusual pinto beans may wake bold requests. unusual courts alongside 
560	Customer#000000560	gU5FQf0WM0sxTYQ	19	29-618-467-8489	1469.59	BUILDING	sly pending packages boost slyly-- fluffily ironic ideas bel
571	Customer#000000571	hCrDDrMzGhsa6,5K4rGXQ	2	12-115-414-4819	8993.23	HOUSEHOLD	le fluffily. ironic, pending accounts poach quickly iron
583	Customer#000000583	V3i6Gu9,LZtvdnNppXnI2eKQFx0b36WvL,F 	13	23-234-625-4041	3686.07	HOUSEHOLD	 haggle. regular, regular accounts hinder carefully i
643	Customer#000000643	9T 2avhfyF PQ	0	10-978-597-2747	5184.70	FURNITURE	fily along the quickly ironic ideas. final, final
652	Customer#000000652	0WlNKsoRqdjU9,5 Qz,bgm5swI,i0Kg	20	30-254-389-5987	-919.65	AUTOMOBILE	p carefully blithely bold platelets. furiously unusual deposits wake. sl
661	Customer#000000661	1MqWuuRVM5y5NlT1kakwke	4	14-983-203-6472	1735.44	HOUSEHOLD	 regular theodolites. brave platelets
739	Customer#000000739	pAROUfTi3wCEHi1PXu	14	24-309-302-6776	6344.18	HOUSEHOLD	ly regular accounts. blithely final theodolites sleep blithely. furiously regular decoys cajole blithely. bold de
740	Customer#000000740	FCerGpsfsWAsBrQTyqdzMxUQnbQembHKGg	10	20-215-156-3727	1733.76	BUILDING	ets. final, blithe theodolites abou
784	Customer#000000784	evcGXqbosO6,qhx	14	24-975-574-2063	3170.47	BUILDING	cajole quickly. ironic dependencies wake quickly. silent ideas use furiously 
880	Customer#000000880	ogwHmUUFa1QB69pAoYAAoB0rjbdsVpAQ552e5Q,	8	18-763-990-8618	-77.63	FURNITURE	regular requests. regular deposits ar
883	Customer#000000883	qVQ8rWNU5KZYDcS	3	13-526-239-6950	479.96	FURNITURE	uctions are carefully across the regular, regular asymptote
890	Customer#000000890	rvsLCrRX9z,IPaaF9kqwvLLxueobbPiH4pz	4	14-938-708-4678	3329.21	BUILDING	ironic accounts cajole ruthlessly above the carefully pending accounts. quickly regular theodolites cajole. iro
1060	Customer#000001060	aWJkU6JJJOvgaKPOAJJc	8	18-290-794-6133	2840.59	HOUSEHOLD	ter the bold, regular ideas! deposits eat. daringly unusual theodolites sleep alongside of the regular, fina
1114	Customer#000001114	f7 he8eByBFy6z7vcOajC1gaUKqmRN	14	24-630-988-3843	6446.83	BUILDING	ularly ironic platelets. pinto beans along the slyly express packages wake unusual packa
1133	Customer#000001133	FfA0o cMP02Ylzxtmbq8DCOq	14	24-858-762-2348	5335.36	MACHINERY	g to the pending, ironic pinto beans. furiously blithe packages are fina
1210	Customer#000001210	bUTLW1KIHzzQkuOEwUMwEGCQfTQM7aBmUM0	16	26-202-315-9048	8137.66	AUTOMOBILE	luffily ironic accounts haggle about the regular theod
1222	Customer#000001222	hn6SzlP4Dq8F89iOXH0tjIgsz0uBCiBM	11	21-709-519-4959	3883.18	AUTOMOBILE	riously special theodolites nag slyly. slyly special ideas sublate quickly across the slyly un
1235	Customer#000001235	q 1E JKZqhvUzj48	24	34-549-333-8551	-982.05	BUILDING	ckly. furiously quick dependencie
1288	Customer#000001288	wQDTTCkSGxic2d66	3	13-533-256-9320	6603.43	HOUSEHOLD	equests detect atop the ironic deposits. final requests according to the blithely sp
1297	Customer#000001297	4QnYEe0KXOP3yridKldXROs7jQdMu9tE	21	31-579-682-9907	6074.01	HOUSEHOLD	 pinto beans! furiously regular courts ea
1340	Customer#000001340	dYRQ2tz0OdH	21	31-872-435-1900	280.29	HOUSEHOLD	against the final theodolites. slyly regular dependencies after the bo
1423	Customer#000001423	9BcCj8CLsqylKxRj0,lm	21	31-624-875-9135	2411.69	FURNITURE	he carefully express courts. regular instructions haggle. special, express accounts believe? packages cajole slyly.
1480	Customer#000001480	Hzjh65ZXBFSzflrjQgECkrp35gDha,2	7	17-573-775-8796	876.02	HOUSEHOLD	uriously pending courts are. deposits serve quickly blithely final excuses. slyly reg
1561	Customer#000001561	11hKNqixtqQsCgZKu3DYu0VEx28g04	13	23-445-875-1233	1083.49	AUTOMOBILE	slyly about the quickly expres
1582	Customer#000001582	Tw 9wNgPjMmsy1brAYW0	11	21-998-418-6615	7119.80	BUILDING	even accounts. quickly brave deposits haggle.
1636	Customer#000001636	t1VhiA5gssjGA4,o5b2e8WJHsaBAmCfm4G	20	30-559-573-5410	3228.88	FURNITURE	to beans are quickly carefully regular dolphins. regular, ironic dolphins de
1651	Customer#000001651	whCw6gMwEuls sCrsaB,DQI0,	3	13-593-198-5028	1614.35	AUTOMOBILE	eans. blithely final requests according to 
1652	Customer#000001652	uDJ6cxL10W sEd4,O7,rdoxst2Sp1Ij72Jb1	7	17-670-200-2924	4335.18	MACHINERY	ainst the close pinto beans. furiously final asymptotes across the even deposits 
1690	Customer#000001690	v2dVbJH3RxbBj5Wk5btJdzv9K35jXAoxhRYVthO	1	11-869-223-3212	-381.24	MACHINERY	riously throughout the slyly express accounts. slyl
1723	Customer#000001723	riRitYAsJ0nPLmAnd5JX,8QpE2F9iZIKXAg	22	32-609-708-8185	6893.86	AUTOMOBILE	e the carefully unusual theodolites. bold, even deposits alongside of the pending packages s
1756	Customer#000001756	q8WlGuUrrao7fWFp4pZE	19	29-962-368-3523	8817.44	MACHINERY	press pinto beans. accounts could are blithely carefully express dolphins. blithely bold deposits detect. eve
1780	Customer#000001780	ZIeOfVh8umRYig	17	27-213-387-3335	5137.48	FURNITURE	patterns use carefully about the slyly even foxes. furiously regular excuses about the furiously careful packages af
1855	Customer#000001855	REHQRPduxffKW5vE8Laf	13	23-239-487-1955	9936.71	MACHINERY	nto beans cajole. pending packages nag quickly according to the packages. s
2090	Customer#000002090	AkUn5i89e68Qp,GQudonZspXmg630ffKsIl5NPli	17	27-553-352-9971	9688.67	MACHINERY	 dependencies. fluffily final packages wake; slyly fina
2156	Customer#000002156	pUBFuzcBc7O6C2YIMCGTrhIq74iR	15	25-265-696-7341	6728.71	BUILDING	olites to the theodolites sleep along the ironic accounts. unusual, unusual pinto b
2158	Customer#000002158	TGxcJCq8yrFE0gwagTqci8pFBHSaI6ie 10riufr	8	18-757-535-6398	5638.81	AUTOMOBILE	al theodolites according to the fur
2206	Customer#000002206	hTblGZd y8IvclIQ	19	29-587-821-9222	9086.77	HOUSEHOLD	 regular foxes after the fluffily regular foxes nag furiously among the blithely 
2306	Customer#000002306	caY0vmeWXOpnM 4lHOvkgyV,HuIQ 4oCQkBFn	2	12-215-973-5751	-351.77	BUILDING	 accounts affix carefully at the theodolites. final, even theod
2389	Customer#000002389	bvsOMA YYXlFgPOPnr3xVl79bC26	2	12-657-542-6575	6772.01	MACHINERY	 even dependencies wake furiously even, pending deposits. pinto beans
2467	Customer#000002467	NvvbBdbgXjfAFWO5FlGU5Vs4 LYm3d	8	18-229-600-1421	4238.56	AUTOMOBILE	quests among the ironic, bold requests try to 
2497	Customer#000002497	3GySpjfjN8klkqhkkAhmiSQuz	12	22-123-363-4858	2909.46	HOUSEHOLD	sual, regular asymptotes are bold, express requests. fluffily ironic deposi
2551	Customer#000002551	vNWEs5v3k8PCkvaCnvwCedJd5	20	30-566-457-2081	25.06	BUILDING	uickly final asymptotes: ruthlessly even packages around the thinly express asymptotes promise
2552	Customer#000002552	pc8ZX2OIpv3cM9qTmfkWy20d0yDk	20	30-136-111-3822	1070.45	BUILDING	 sauternes cajole furiously. slyly daring instructions cajole furiously alongside of the excuses. requests 
2584	Customer#000002584	2AhS5EQfER	24	34-624-788-8077	6050.89	BUILDING	ording to the carefully unusual accounts
2602	Customer#000002602	NSpv4pM53jJXEwgjK4DK05wP4i6YjSafXhpnTHx	2	12-890-409-2341	6624.38	BUILDING	sts integrate against the pac
2710	Customer#000002710	yP4GirHWZIw1eJEw9E D	23	33-167-452-5913	9151.65	FURNITURE	instructions. carefully enticing requests cajole quickly spe
2737	Customer#000002737	hL js9SYooW7ot4Os	9	19-115-230-9127	7015.95	HOUSEHOLD	lyly silent deposits. carefully ironic instructions cajole. quickly bold courts wake abo
2941	Customer#000002941	iJAJ8i4pP2aiKycej5KRyJUo6yHDvQTW3T	24	34-918-222-3768	1143.54	AUTOMOBILE	f the ironic, idle packages are against the furiously regular theodolites. carefully bold deposits boos
\.
COPY tpch.orders (o_orderkey, o_custkey, o_orderstatus, o_totalprice, o_orderdate, o_orderpriority, o_clerk, o_shippriority, o_comment) FROM stdin;
1	739	O	162079.26	1996-01-02	5-LOW	Clerk#000000951	0	nstructions sleep furiously among 
2	1561	O	40942.18	1996-12-01	1-URGENT	Clerk#000000880	0	 foxes. pending accounts at the pending, silent asymptot
3	2467	F	210702.46	1993-10-14	5-LOW	Clerk#000000955	0	sly final accounts boost. carefully regular ideas cajole carefully. depos
4	2737	O	52257.21	1995-10-11	5-LOW	Clerk#000000124	0	sits. slyly regular warthogs cajole. regular, regular theodolites acro
5	890	F	130758.06	1994-07-30	5-LOW	Clerk#000000925	0	quickly. bold deposits sleep slyly. packages use slyly
6	1114	F	59456.43	1992-02-21	4-NOT SPECIFIED	Clerk#000000058	0	ggle. special, final requests are against the furiously specia
7	784	O	235259.78	1996-01-10	2-HIGH	Clerk#000000470	0	ly special requests 
32	2602	O	188480.67	1995-07-16	2-HIGH	Clerk#000000616	0	ise blithely bold, regular requests. quickly unusual dep
33	1340	F	136746.55	1993-10-27	3-MEDIUM	Clerk#000000409	0	uriously. furiously final request
34	1222	O	67568.69	1998-07-21	3-MEDIUM	Clerk#000000223	0	ly final packages. fluffily final deposits wake blithely ideas. spe
35	2552	O	194627.11	1995-10-23	4-NOT SPECIFIED	Clerk#000000259	0	zzle. carefully enticing deposits nag furio
36	2306	O	49624.46	1995-11-03	1-URGENT	Clerk#000000358	0	 quick packages are blithely. slyly silent accounts wake qu
37	1723	F	156250.80	1992-06-03	3-MEDIUM	Clerk#000000456	0	kly regular pinto beans. carefully unusual waters cajole never
38	2497	O	61202.38	1996-08-21	4-NOT SPECIFIED	Clerk#000000604	0	haggle blithely. furiously express ideas haggle blithely furiously regular re
39	1636	O	293980.52	1996-09-20	3-MEDIUM	Clerk#000000659	0	ole express, ironic requests: ir
64	643	F	33000.37	1994-07-16	3-MEDIUM	Clerk#000000661	0	wake fluffily. sometimes ironic pinto beans about the dolphin
65	326	P	79267.83	1995-03-18	1-URGENT	Clerk#000000632	0	ular requests are blithely pending orbits-- even requests against the deposit
66	2584	F	98197.39	1994-01-20	5-LOW	Clerk#000000743	0	y pending requests integrate
67	1133	O	182010.54	1996-12-19	4-NOT SPECIFIED	Clerk#000000547	0	symptotes haggle slyly around the furiously iron
68	571	O	317702.84	1998-04-18	3-MEDIUM	Clerk#000000440	0	 pinto beans sleep carefully. blithely ironic deposits haggle furiously acro
69	1690	F	220972.88	1994-06-04	4-NOT SPECIFIED	Clerk#000000330	0	 depths atop the slyly thin deposits detect among the furiously silent accou
70	1288	F	132127.22	1993-12-18	5-LOW	Clerk#000000322	0	 carefully ironic request
71	68	O	265736.97	1998-01-24	4-NOT SPECIFIED	Clerk#000000271	0	 express deposits along the blithely regul
96	2156	F	80647.02	1994-04-17	2-HIGH	Clerk#000000395	0	oost furiously. pinto
97	422	F	117971.08	1993-01-29	3-MEDIUM	Clerk#000000547	0	hang blithely along the regular accounts. furiously even ideas after the
98	2090	F	85961.79	1994-09-25	1-URGENT	Clerk#000000448	0	c asymptotes. quickly regular packages should have to nag re
99	1780	F	125763.05	1994-03-13	4-NOT SPECIFIED	Clerk#000000973	0	e carefully ironic packages. pending
100	2941	O	202273.05	1998-02-28	4-NOT SPECIFIED	Clerk#000000577	0	heodolites detect slyly alongside of the ent
101	560	O	117719.91	1996-03-17	3-MEDIUM	Clerk#000000419	0	ding accounts above the slyly final asymptote
102	16	O	159904.91	1997-05-09	2-HIGH	Clerk#000000596	0	 slyly according to the asymptotes. carefully final packages integrate furious
103	583	O	139044.20	1996-06-20	4-NOT SPECIFIED	Clerk#000000090	0	ges. carefully unusual instructions haggle quickly regular f
128	1480	F	37488.89	1992-06-15	1-URGENT	Clerk#000000385	0	ns integrate fluffily. ironic asymptotes after the regular excuses nag around 
129	1423	F	277559.58	1992-11-19	5-LOW	Clerk#000000859	0	ing tithes. carefully pending deposits boost about the silently express 
130	740	F	139620.29	1992-05-08	2-HIGH	Clerk#000000036	0	le slyly unusual, regular packages? express deposits det
131	1855	F	149540.22	1994-06-08	3-MEDIUM	Clerk#000000625	0	after the fluffily special foxes integrate s
132	529	F	160662.47	1993-06-11	3-MEDIUM	Clerk#000000488	0	sits are daringly accounts. carefully regular foxes sleep slyly about the
133	880	O	97922.05	1997-11-29	1-URGENT	Clerk#000000738	0	usly final asymptotes 
134	124	F	220835.91	1992-05-01	4-NOT SPECIFIED	Clerk#000000711	0	lar theodolites boos
135	1210	O	218509.95	1995-10-21	4-NOT SPECIFIED	Clerk#000000804	0	l platelets use according t
160	1651	O	123770.99	1996-12-19	4-NOT SPECIFIED	Clerk#000000342	0	thely special sauternes wake slyly of t
161	334	F	18220.12	1994-08-31	2-HIGH	Clerk#000000322	0	carefully! special instructions sin
162	283	O	3345.07	1995-05-08	3-MEDIUM	Clerk#000000378	0	nts hinder fluffily ironic instructions. express, express excuses 
163	1756	O	177695.58	1997-09-05	3-MEDIUM	Clerk#000000379	0	y final packages. final foxes since the quickly even
164	16	F	290505.84	1992-10-21	5-LOW	Clerk#000000209	0	cajole ironic courts. slyly final ideas are slyly. blithely final Tiresias sub
165	545	F	178521.70	1993-01-30	4-NOT SPECIFIED	Clerk#000000292	0	across the blithely regular accounts. bold
166	2158	O	145317.55	1995-09-12	2-HIGH	Clerk#000000440	0	lets. ironic, bold asymptotes kindle
167	2389	F	57428.07	1993-01-04	4-NOT SPECIFIED	Clerk#000000731	0	s nag furiously bold excuses. fluffily iron
192	1652	O	203263.26	1997-11-25	5-LOW	Clerk#000000483	0	y unusual platelets among the final instructions integrate rut
193	1582	F	71604.45	1993-08-08	1-URGENT	Clerk#000000025	0	the furiously final pin
194	1235	F	164871.46	1992-04-05	3-MEDIUM	Clerk#000000352	0	egular requests haggle slyly regular, regular pinto beans. asymptote
195	2710	F	202473.02	1993-12-28	3-MEDIUM	Clerk#000000216	0	old forges are furiously sheaves. slyly fi
196	1297	F	46783.91	1993-03-17	2-HIGH	Clerk#000000988	0	beans boost at the foxes. silent foxes
197	652	P	155571.38	1995-04-07	2-HIGH	Clerk#000000969	0	solve quickly about the even braids. carefully express deposits affix care
198	2206	O	149970.82	1998-01-02	4-NOT SPECIFIED	Clerk#000000331	0	its. carefully ironic requests sleep. furiously express fox
199	1060	O	121553.41	1996-03-07	2-HIGH	Clerk#000000489	0	g theodolites. special packag
224	50	F	217028.60	1994-06-18	4-NOT SPECIFIED	Clerk#000000642	0	r the quickly thin courts. carefully
225	661	P	260602.57	1995-05-25	1-URGENT	Clerk#000000177	0	s. blithely ironic accounts wake quickly fluffily special acc
226	2551	F	296591.74	1993-03-10	2-HIGH	Clerk#000000756	0	s are carefully at the blithely ironic acc
227	199	O	56269.12	1995-11-10	5-LOW	Clerk#000000919	0	 express instructions. slyly regul
228	883	F	2860.82	1993-02-25	1-URGENT	Clerk#000000562	0	es was slyly among the regular foxes. blithely regular dependenci
\.
COPY tpch.lineitem (l_orderkey, l_partkey, l_suppkey, l_linenumber, l_quantity, l_extendedprice, l_discount, l_tax, l_returnflag, l_linestatus, l_shipdate, l_commitdate, l_receiptdate, l_shipinstruct, l_shipmode, l_comment) FROM stdin;
1	3104	170	1	17	17120.70	0.04	0.02	N	O	1996-03-13	1996-02-12	1996-03-22	DELIVER IN PERSON	TRUCK	egular courts above the
1	1347	148	2	36	44940.24	0.09	0.06	N	O	1996-04-12	1996-02-28	1996-04-20	TAKE BACK RETURN	MAIL	ly final dependencies: slyly bold 
1	1274	75	3	8	9402.16	0.10	0.02	N	O	1996-01-29	1996-03-05	1996-01-31	TAKE BACK RETURN	REG AIR	riously. regular, express dep
1	43	94	4	28	26405.12	0.09	0.06	N	O	1996-04-21	1996-03-30	1996-05-16	NONE	AIR	lites. fluffily even de
1	481	38	5	24	33155.52	0.10	0.04	N	O	1996-03-30	1996-03-14	1996-04-01	NONE	FOB	 pending foxes. slyly re
1	313	16	6	32	38825.92	0.07	0.02	N	O	1996-01-30	1996-02-07	1996-02-03	DELIVER IN PERSON	MAIL	arefully slyly ex
2	2124	45	1	38	38992.56	0.00	0.05	N	O	1997-01-28	1997-01-14	1997-02-02	TAKE BACK RETURN	RAIL	ven requests. deposits breach a
3	86	37	1	45	44373.60	0.06	0.00	R	F	1994-02-02	1994-01-04	1994-02-23	NONE	AIR	ongside of the furiously brave acco
3	381	135	2	49	62787.62	0.10	0.00	R	F	1993-11-09	1993-12-20	1993-11-24	TAKE BACK RETURN	RAIL	 unusual accounts. eve
3	2569	94	3	27	39732.12	0.06	0.07	A	F	1994-01-16	1993-11-22	1994-01-23	DELIVER IN PERSON	SHIP	nal foxes wake. 
3	588	41	4	2	2977.16	0.01	0.06	A	F	1993-12-04	1994-01-07	1994-01-01	NONE	TRUCK	y. fluffily pending d
3	3662	67	5	28	43838.48	0.04	0.00	R	F	1993-12-14	1994-01-10	1994-01-01	TAKE BACK RETURN	FOB	ages nag slyly pending
3	1243	12	6	26	29750.24	0.10	0.02	A	F	1993-10-29	1993-12-18	1993-11-04	TAKE BACK RETURN	RAIL	ges sleep after the caref
4	1761	136	1	30	49882.80	0.03	0.08	N	O	1996-01-10	1995-12-14	1996-01-18	DELIVER IN PERSON	REG AIR	- quickly regular packages sleep. idly
5	2172	173	1	15	16112.55	0.02	0.04	R	F	1994-10-31	1994-08-31	1994-11-20	NONE	AIR	ts wake furiously 
5	2479	80	2	26	35918.22	0.07	0.08	R	F	1994-10-16	1994-09-25	1994-10-19	NONE	FOB	sts use slyly quickly special instruc
5	751	5	3	50	82587.50	0.08	0.03	A	F	1994-08-08	1994-10-13	1994-08-26	DELIVER IN PERSON	AIR	eodolites. fluffily unusual
6	2793	57	1	37	62744.23	0.08	0.03	A	F	1992-04-27	1992-05-15	1992-05-02	TAKE BACK RETURN	TRUCK	p furiously special foxes
7	3642	47	1	12	18547.68	0.07	0.03	N	O	1996-05-07	1996-03-13	1996-06-03	TAKE BACK RETURN	FOB	ss pinto beans wake against th
7	2905	170	2	9	16271.10	0.08	0.08	N	O	1996-02-01	1996-03-02	1996-02-19	TAKE BACK RETURN	SHIP	es. instructions
7	1896	15	3	46	82702.94	0.10	0.07	N	O	1996-01-15	1996-03-27	1996-02-03	COLLECT COD	MAIL	 unusual reques
7	3262	63	4	28	32627.28	0.03	0.04	N	O	1996-03-21	1996-04-08	1996-04-20	NONE	FOB	. slyly special requests haggl
7	3038	34	5	38	35759.14	0.08	0.01	N	O	1996-02-11	1996-02-24	1996-02-18	DELIVER IN PERSON	TRUCK	ns haggle carefully ironic deposits. bl
7	1586	44	6	35	52065.30	0.06	0.03	N	O	1996-01-16	1996-02-23	1996-01-22	TAKE BACK RETURN	FOB	jole. excuses wake carefully alongside of 
7	3145	76	7	5	5240.70	0.04	0.02	N	O	1996-02-10	1996-03-26	1996-02-13	NONE	FOB	ithely regula
32	1655	172	1	28	43586.20	0.05	0.08	N	O	1995-10-23	1995-08-27	1995-10-26	TAKE BACK RETURN	TRUCK	sleep quickly. req
32	3959	29	2	32	59614.40	0.02	0.00	N	O	1995-08-14	1995-10-07	1995-08-27	COLLECT COD	AIR	lithely regular deposits. fluffily 
32	884	139	3	2	3569.76	0.09	0.02	N	O	1995-08-07	1995-10-07	1995-08-23	DELIVER IN PERSON	AIR	 express accounts wake according to the
32	55	156	4	4	3820.20	0.09	0.03	N	O	1995-08-04	1995-10-01	1995-09-03	NONE	REG AIR	e slyly final pac
32	1717	176	5	44	71223.24	0.05	0.06	N	O	1995-08-28	1995-08-20	1995-09-14	DELIVER IN PERSON	AIR	symptotes nag according to the ironic depo
32	233	85	6	6	6799.38	0.04	0.03	N	O	1995-07-21	1995-09-23	1995-07-25	COLLECT COD	RAIL	 gifts cajole carefully.
33	1227	196	1	31	34974.82	0.09	0.04	A	F	1993-10-29	1993-12-19	1993-11-08	COLLECT COD	TRUCK	ng to the furiously ironic package
33	1211	124	2	32	35590.72	0.02	0.05	A	F	1993-12-09	1994-01-04	1993-12-28	COLLECT COD	MAIL	gular theodolites
33	2750	14	3	5	8263.75	0.05	0.03	A	F	1993-12-09	1993-12-25	1993-12-23	TAKE BACK RETURN	AIR	. stealthily bold exc
33	679	80	4	41	64766.47	0.09	0.00	R	F	1993-11-09	1994-01-24	1993-11-11	TAKE BACK RETURN	MAIL	unusual packages doubt caref
34	1768	27	1	13	21706.88	0.00	0.07	N	O	1998-10-23	1998-09-14	1998-11-06	NONE	REG AIR	nic accounts. deposits are alon
34	1789	48	2	22	37197.16	0.08	0.06	N	O	1998-10-09	1998-10-16	1998-10-12	NONE	FOB	thely slyly p
34	3391	124	3	6	7766.34	0.02	0.06	N	O	1998-10-30	1998-09-20	1998-11-05	NONE	FOB	ar foxes sleep 
35	9	60	1	24	21816.00	0.02	0.00	N	O	1996-02-21	1996-01-03	1996-03-18	TAKE BACK RETURN	FOB	, regular tithe
35	3239	106	2	34	38835.82	0.06	0.08	N	O	1996-01-22	1996-01-06	1996-01-27	DELIVER IN PERSON	RAIL	s are carefully against the f
35	2418	5	3	7	9242.87	0.06	0.04	N	O	1996-01-19	1995-12-22	1996-01-29	NONE	MAIL	 the carefully regular 
35	1704	163	4	25	40142.50	0.06	0.05	N	O	1995-11-26	1995-12-25	1995-12-21	DELIVER IN PERSON	SHIP	 quickly unti
35	2399	122	5	34	44247.26	0.08	0.06	N	O	1995-11-08	1996-01-15	1995-11-26	COLLECT COD	MAIL	. silent, unusual deposits boost
35	616	70	6	28	42465.08	0.03	0.02	N	O	1996-02-01	1995-12-24	1996-02-28	COLLECT COD	RAIL	ly alongside of 
36	2396	197	1	42	54532.38	0.09	0.00	N	O	1996-02-03	1996-01-21	1996-02-23	COLLECT COD	SHIP	 careful courts. special 
37	453	106	1	40	54138.00	0.09	0.03	A	F	1992-07-21	1992-08-01	1992-08-15	NONE	REG AIR	luffily regular requests. slyly final acco
37	2536	61	2	39	56102.67	0.05	0.02	A	F	1992-07-02	1992-08-18	1992-07-28	TAKE BACK RETURN	RAIL	the final requests. ca
37	259	111	3	43	49847.75	0.05	0.08	A	F	1992-07-10	1992-07-06	1992-08-02	DELIVER IN PERSON	TRUCK	iously ste
38	3517	52	1	44	62502.44	0.04	0.02	N	O	1996-09-29	1996-11-17	1996-09-30	COLLECT COD	MAIL	s. blithely unusual theodolites am
39	47	198	1	44	41669.76	0.09	0.06	N	O	1996-11-14	1996-12-15	1996-12-12	COLLECT COD	RAIL	eodolites. careful
39	3732	137	2	26	42528.98	0.08	0.04	N	O	1996-11-04	1996-10-20	1996-11-20	NONE	FOB	ckages across the slyly silent
39	1357	126	3	46	57884.10	0.06	0.08	N	O	1996-09-26	1996-12-19	1996-10-26	DELIVER IN PERSON	AIR	he carefully e
39	412	65	4	32	41997.12	0.07	0.05	N	O	1996-10-02	1996-12-19	1996-10-14	COLLECT COD	MAIL	heodolites sleep silently pending foxes. ac
39	1091	2	5	43	42659.87	0.01	0.01	N	O	1996-10-17	1996-11-14	1996-10-26	COLLECT COD	MAIL	yly regular i
39	1888	148	6	40	71595.20	0.06	0.05	N	O	1996-12-08	1996-10-22	1997-01-01	COLLECT COD	AIR	quickly ironic fox
64	1720	121	1	21	34056.12	0.05	0.02	R	F	1994-09-30	1994-09-18	1994-10-26	DELIVER IN PERSON	REG AIR	ch slyly final, thin platelets.
65	1194	105	1	26	28474.94	0.03	0.03	A	F	1995-04-20	1995-04-25	1995-05-13	NONE	TRUCK	pending deposits nag even packages. ca
65	1477	192	2	22	30326.34	0.00	0.05	N	O	1995-07-17	1995-06-04	1995-07-19	COLLECT COD	FOB	 ideas. special, r
65	28	79	3	21	19488.42	0.09	0.07	N	O	1995-07-06	1995-05-14	1995-07-31	DELIVER IN PERSON	RAIL	bove the even packages. accounts nag carefu
66	2303	165	1	31	37364.30	0.00	0.08	R	F	1994-02-19	1994-03-11	1994-02-20	TAKE BACK RETURN	RAIL	ut the unusual accounts sleep at the bo
66	3470	71	2	41	56312.27	0.04	0.07	A	F	1994-02-21	1994-03-01	1994-03-18	COLLECT COD	AIR	 regular de
67	433	190	1	4	5333.72	0.09	0.04	N	O	1997-04-17	1997-01-31	1997-04-20	NONE	SHIP	 cajole thinly expres
67	404	109	2	12	15652.80	0.09	0.05	N	O	1997-01-27	1997-02-21	1997-02-22	NONE	REG AIR	 even packages cajole
67	3472	140	3	5	6877.35	0.03	0.07	N	O	1997-02-20	1997-02-12	1997-02-21	DELIVER IN PERSON	TRUCK	y unusual packages thrash pinto 
67	1751	152	4	44	72721.00	0.08	0.06	N	O	1997-03-18	1997-01-29	1997-04-13	DELIVER IN PERSON	RAIL	se quickly above the even, express reques
67	813	176	5	23	39417.63	0.05	0.07	N	O	1997-04-19	1997-02-14	1997-05-06	DELIVER IN PERSON	REG AIR	ly regular deposit
67	3567	35	6	29	42646.24	0.02	0.05	N	O	1997-01-25	1997-01-27	1997-01-27	DELIVER IN PERSON	FOB	ultipliers 
68	142	193	1	3	3126.42	0.05	0.02	N	O	1998-07-04	1998-06-05	1998-07-21	NONE	RAIL	fully special instructions cajole. furious
68	3504	106	2	46	64745.00	0.02	0.05	N	O	1998-06-26	1998-06-07	1998-07-05	NONE	MAIL	 requests are unusual, regular pinto 
68	700	154	3	46	73632.20	0.04	0.05	N	O	1998-08-13	1998-07-08	1998-08-29	NONE	RAIL	egular dependencies affix ironically along 
68	1895	73	4	20	35937.80	0.07	0.01	N	O	1998-06-27	1998-05-23	1998-07-02	NONE	REG AIR	 excuses integrate fluffily 
68	1656	115	5	27	42056.55	0.03	0.06	N	O	1998-06-19	1998-06-25	1998-06-29	DELIVER IN PERSON	SHIP	ccounts. deposits use. furiously
68	2052	113	6	30	28621.50	0.05	0.06	N	O	1998-08-11	1998-07-11	1998-08-14	NONE	RAIL	oxes are slyly blithely fin
68	2785	49	7	41	69198.98	0.09	0.08	N	O	1998-06-24	1998-06-27	1998-07-06	NONE	SHIP	eposits nag special ideas. furiousl
69	2305	167	1	48	57950.40	0.01	0.07	A	F	1994-08-17	1994-08-11	1994-09-08	NONE	TRUCK	regular epitaphs. carefully even ideas hag
69	2084	5	2	32	31554.56	0.08	0.06	A	F	1994-08-24	1994-08-17	1994-08-31	NONE	REG AIR	s sleep carefully bold, 
69	2746	136	3	17	28028.58	0.09	0.00	A	F	1994-07-02	1994-07-07	1994-07-03	TAKE BACK RETURN	AIR	final, pending instr
69	751	58	4	3	4955.25	0.09	0.04	R	F	1994-06-06	1994-07-27	1994-06-15	NONE	MAIL	 blithely final d
69	1842	161	5	42	73241.28	0.07	0.04	R	F	1994-07-31	1994-07-26	1994-08-28	DELIVER IN PERSON	REG AIR	tect regular, speci
69	371	23	6	23	29241.51	0.05	0.00	A	F	1994-10-03	1994-08-06	1994-10-24	NONE	SHIP	nding accounts ca
70	1283	196	1	8	9474.24	0.03	0.08	R	F	1994-01-12	1994-02-27	1994-01-14	TAKE BACK RETURN	FOB	ggle. carefully pending dependenc
70	3924	63	2	13	23762.96	0.06	0.06	A	F	1994-03-03	1994-02-13	1994-03-26	COLLECT COD	AIR	lyly special packag
70	3597	199	3	1	1500.59	0.03	0.05	R	F	1994-01-26	1994-03-05	1994-01-28	TAKE BACK RETURN	RAIL	quickly. fluffily unusual theodolites c
70	915	24	4	11	19975.01	0.01	0.05	A	F	1994-03-17	1994-03-17	1994-03-27	NONE	MAIL	alongside of the deposits. fur
70	743	50	5	37	60818.38	0.09	0.04	R	F	1994-02-13	1994-03-16	1994-02-21	COLLECT COD	MAIL	n accounts are. q
70	1114	80	6	19	19287.09	0.06	0.03	A	F	1994-01-26	1994-02-17	1994-02-06	TAKE BACK RETURN	SHIP	 packages wake pending accounts.
71	1239	40	1	25	28505.75	0.09	0.07	N	O	1998-04-10	1998-04-22	1998-04-11	COLLECT COD	FOB	ckly. slyly
71	1319	88	2	3	3660.93	0.09	0.07	N	O	1998-05-23	1998-04-03	1998-06-02	COLLECT COD	SHIP	y. pinto beans haggle after the
71	689	49	3	45	71535.60	0.00	0.07	N	O	1998-02-23	1998-03-20	1998-03-24	DELIVER IN PERSON	SHIP	 ironic packages believe blithely a
71	1933	193	4	33	60552.69	0.00	0.01	N	O	1998-04-12	1998-03-20	1998-04-15	NONE	FOB	 serve quickly fluffily bold deposi
71	2066	127	5	39	37754.34	0.08	0.06	N	O	1998-01-29	1998-04-07	1998-02-18	DELIVER IN PERSON	RAIL	l accounts sleep across the pack
71	3913	52	6	34	61774.94	0.04	0.01	N	O	1998-03-05	1998-04-22	1998-03-30	DELIVER IN PERSON	TRUCK	s cajole. 
96	2462	49	1	23	31382.58	0.10	0.06	A	F	1994-07-19	1994-06-29	1994-07-25	DELIVER IN PERSON	TRUCK	ep-- carefully reg
96	2708	109	2	30	48321.00	0.01	0.06	R	F	1994-06-03	1994-05-29	1994-06-22	DELIVER IN PERSON	TRUCK	e quickly even ideas. furiou
97	2390	52	1	13	16801.07	0.00	0.02	R	F	1993-04-01	1993-04-04	1993-04-08	NONE	TRUCK	ayers cajole against the furiously
97	992	47	2	37	70040.63	0.02	0.06	A	F	1993-04-13	1993-03-30	1993-04-14	DELIVER IN PERSON	SHIP	ic requests boost carefully quic
97	1554	126	3	19	27655.45	0.06	0.08	R	F	1993-05-14	1993-03-05	1993-05-25	TAKE BACK RETURN	RAIL	gifts. furiously ironic packages cajole. 
98	805	6	1	28	47762.40	0.06	0.07	A	F	1994-12-24	1994-10-25	1995-01-16	COLLECT COD	REG AIR	 pending, regular accounts s
98	2195	176	2	1	1097.19	0.00	0.00	A	F	1994-12-01	1994-12-12	1994-12-15	DELIVER IN PERSON	TRUCK	. unusual instructions against
98	895	96	3	14	25142.46	0.05	0.02	A	F	1994-12-30	1994-11-22	1995-01-27	COLLECT COD	AIR	 cajole furiously. blithely ironic ideas 
98	3344	145	4	10	12473.40	0.03	0.03	A	F	1994-10-23	1994-11-08	1994-11-09	COLLECT COD	RAIL	 carefully. quickly ironic ideas
99	1743	118	1	10	16447.40	0.02	0.01	A	F	1994-05-18	1994-06-03	1994-05-23	COLLECT COD	RAIL	kages. requ
99	2476	77	2	5	6892.35	0.02	0.07	R	F	1994-05-06	1994-05-28	1994-05-20	TAKE BACK RETURN	RAIL	ests cajole fluffily waters. blithe
99	2682	72	3	42	66556.56	0.02	0.02	A	F	1994-04-19	1994-05-18	1994-04-20	NONE	RAIL	kages are fluffily furiously ir
99	2167	28	4	36	38489.76	0.09	0.02	A	F	1994-07-04	1994-04-17	1994-07-30	DELIVER IN PERSON	AIR	slyly. slyly e
100	1241	42	1	28	31982.72	0.04	0.05	N	O	1998-05-08	1998-05-13	1998-06-07	COLLECT COD	TRUCK	sts haggle. slowl
100	2320	182	2	22	26891.04	0.00	0.07	N	O	1998-06-24	1998-04-12	1998-06-29	DELIVER IN PERSON	SHIP	nto beans alongside of the fi
100	923	178	3	46	83900.32	0.03	0.04	N	O	1998-05-02	1998-04-10	1998-05-22	TAKE BACK RETURN	SHIP	ular accounts. even
100	761	68	4	14	23264.64	0.06	0.03	N	O	1998-05-22	1998-05-01	1998-06-03	COLLECT COD	MAIL	y. furiously ironic ideas gr
100	1069	35	5	37	35892.22	0.05	0.00	N	O	1998-03-06	1998-04-16	1998-03-31	TAKE BACK RETURN	TRUCK	nd the quickly s
101	2366	150	1	49	62149.64	0.10	0.00	N	O	1996-06-21	1996-05-27	1996-06-29	DELIVER IN PERSON	REG AIR	ts-- final packages sleep furiousl
101	3267	66	2	36	42129.36	0.00	0.01	N	O	1996-05-19	1996-05-01	1996-06-04	DELIVER IN PERSON	AIR	tes. blithely pending dolphins x-ray f
101	2769	159	3	12	20061.12	0.06	0.02	N	O	1996-03-29	1996-04-20	1996-04-12	COLLECT COD	MAIL	. quickly regular
102	1779	96	1	37	62188.49	0.06	0.00	N	O	1997-07-24	1997-08-02	1997-08-07	TAKE BACK RETURN	SHIP	ully across the ideas. final deposit
102	3385	184	2	34	43804.92	0.03	0.08	N	O	1997-08-09	1997-07-28	1997-08-26	TAKE BACK RETURN	SHIP	eposits cajole across
102	3647	116	3	25	38766.00	0.01	0.01	N	O	1997-07-31	1997-07-24	1997-08-17	NONE	RAIL	bits. ironic accoun
102	1224	193	4	15	16878.30	0.07	0.07	N	O	1997-06-02	1997-07-13	1997-06-04	DELIVER IN PERSON	SHIP	final packages. carefully even excu
103	3894	102	1	6	10787.34	0.03	0.05	N	O	1996-10-11	1996-07-25	1996-10-28	NONE	FOB	cajole. carefully ex
103	209	61	2	37	41040.40	0.02	0.07	N	O	1996-09-17	1996-07-27	1996-09-20	TAKE BACK RETURN	MAIL	ies. quickly ironic requests use blithely
103	569	170	3	23	33799.88	0.01	0.04	N	O	1996-09-11	1996-09-18	1996-09-26	NONE	FOB	ironic accou
103	581	86	4	32	47410.56	0.01	0.07	N	O	1996-07-30	1996-08-06	1996-08-04	NONE	RAIL	kages doze. special, regular deposit
128	2137	198	1	38	39486.94	0.06	0.01	A	F	1992-09-01	1992-08-27	1992-10-01	TAKE BACK RETURN	FOB	 cajole careful
129	58	109	1	46	44070.30	0.08	0.02	R	F	1993-02-15	1993-01-24	1993-03-05	COLLECT COD	TRUCK	uietly bold theodolites. fluffil
129	3704	105	2	36	57877.20	0.01	0.02	A	F	1992-11-25	1992-12-25	1992-12-09	TAKE BACK RETURN	REG AIR	packages are care
129	789	43	3	33	55762.74	0.04	0.06	A	F	1993-01-08	1993-02-14	1993-01-29	COLLECT COD	SHIP	sts nag bravely. fluffily
129	2703	30	4	34	54593.80	0.00	0.01	R	F	1993-01-29	1993-02-14	1993-02-10	COLLECT COD	MAIL	quests. express ideas
129	628	188	5	24	36686.88	0.06	0.00	A	F	1992-12-07	1993-01-02	1992-12-11	TAKE BACK RETURN	FOB	uests. foxes cajole slyly after the ca
129	1541	113	6	22	31735.88	0.06	0.01	R	F	1993-02-15	1993-01-31	1993-02-24	COLLECT COD	SHIP	e. fluffily regular 
129	3372	105	7	1	1275.37	0.05	0.04	R	F	1993-01-26	1993-01-08	1993-02-24	DELIVER IN PERSON	FOB	e carefully blithely bold dolp
130	2577	178	1	14	20713.98	0.08	0.05	A	F	1992-08-15	1992-07-25	1992-09-13	COLLECT COD	RAIL	 requests. final instruction
130	35	86	2	48	44881.44	0.03	0.02	R	F	1992-07-01	1992-07-12	1992-07-24	NONE	AIR	lithely alongside of the regu
130	238	39	3	18	20488.14	0.04	0.08	A	F	1992-07-04	1992-06-14	1992-07-29	DELIVER IN PERSON	MAIL	 slyly ironic decoys abou
130	2313	97	4	13	15799.03	0.09	0.02	R	F	1992-06-26	1992-07-29	1992-07-05	NONE	FOB	 pending dolphins sleep furious
130	1383	96	5	31	39815.78	0.06	0.05	R	F	1992-09-01	1992-07-18	1992-09-02	TAKE BACK RETURN	RAIL	thily about the ruth
131	3351	18	1	45	56445.75	0.10	0.02	R	F	1994-09-14	1994-09-02	1994-10-04	NONE	FOB	ironic, bold accounts. careful
131	886	195	2	50	89344.00	0.02	0.04	A	F	1994-09-17	1994-08-10	1994-09-21	NONE	SHIP	ending requests. final, ironic pearls slee
131	3781	50	3	4	6739.12	0.04	0.03	A	F	1994-09-20	1994-08-30	1994-09-23	COLLECT COD	REG AIR	 are carefully slyly i
132	2809	74	1	18	30812.40	0.00	0.08	R	F	1993-07-10	1993-08-05	1993-07-13	NONE	TRUCK	ges. platelets wake furio
132	2382	183	2	43	55228.34	0.01	0.08	R	F	1993-09-01	1993-08-16	1993-09-22	NONE	TRUCK	y pending theodolites
132	2289	90	3	32	38120.96	0.04	0.04	A	F	1993-07-12	1993-08-05	1993-08-05	COLLECT COD	TRUCK	d instructions hagg
132	562	119	4	23	33638.88	0.10	0.00	A	F	1993-06-16	1993-08-27	1993-06-23	DELIVER IN PERSON	AIR	refully blithely bold acco
133	2069	130	1	27	26218.62	0.00	0.02	N	O	1997-12-21	1998-02-23	1997-12-27	TAKE BACK RETURN	MAIL	yly even gifts after the sl
133	3526	128	2	12	17154.24	0.02	0.06	N	O	1997-12-02	1998-01-15	1997-12-29	DELIVER IN PERSON	REG AIR	ts cajole fluffily quickly i
133	2347	131	3	29	36230.86	0.09	0.08	N	O	1998-02-28	1998-01-30	1998-03-09	DELIVER IN PERSON	RAIL	 the carefully regular theodoli
133	1798	173	4	11	18697.69	0.06	0.01	N	O	1998-03-21	1998-01-15	1998-04-04	DELIVER IN PERSON	REG AIR	e quickly across the dolphins
134	13	14	1	21	19173.21	0.00	0.03	A	F	1992-07-17	1992-07-08	1992-07-26	COLLECT COD	SHIP	s. quickly regular
134	3293	26	2	35	41870.15	0.06	0.07	A	F	1992-08-23	1992-06-01	1992-08-24	NONE	MAIL	ajole furiously. instructio
134	3766	103	3	26	43413.76	0.09	0.06	A	F	1992-06-20	1992-07-12	1992-07-16	NONE	RAIL	 among the pending depos
134	2881	82	4	47	83842.36	0.05	0.00	A	F	1992-08-16	1992-07-06	1992-08-28	NONE	REG AIR	s! carefully unusual requests boost careful
134	704	105	5	12	19256.40	0.05	0.02	A	F	1992-07-03	1992-06-01	1992-07-11	COLLECT COD	TRUCK	nts are quic
134	2663	127	6	12	18787.92	0.00	0.00	A	F	1992-08-08	1992-07-07	1992-08-20	TAKE BACK RETURN	FOB	lyly regular pac
135	2165	166	1	47	50156.52	0.06	0.08	N	O	1996-02-18	1996-01-01	1996-02-25	COLLECT COD	RAIL	ctions wake slyly abo
135	3967	175	2	21	39290.16	0.00	0.07	N	O	1996-02-11	1996-01-12	1996-02-13	DELIVER IN PERSON	SHIP	 deposits believe. furiously regular p
135	3151	147	3	33	34786.95	0.02	0.00	N	O	1996-01-03	1995-11-21	1996-02-01	TAKE BACK RETURN	MAIL	ptotes boost slowly care
135	1341	198	4	34	42239.56	0.02	0.03	N	O	1996-01-12	1996-01-19	1996-02-05	NONE	TRUCK	counts doze against the blithely ironi
135	2725	52	5	20	32554.40	0.01	0.04	N	O	1996-01-25	1995-11-20	1996-02-09	NONE	MAIL	theodolites. quickly p
135	2300	84	6	13	15629.90	0.04	0.02	N	O	1995-11-12	1995-12-22	1995-11-17	NONE	FOB	nal ideas. final instr
160	296	199	1	36	43066.44	0.07	0.01	N	O	1997-03-11	1997-03-11	1997-03-20	COLLECT COD	MAIL	old, ironic deposits are quickly abov
160	1728	187	2	22	35853.84	0.00	0.04	N	O	1997-02-18	1997-03-05	1997-03-05	COLLECT COD	RAIL	ncies about the request
160	402	107	3	34	44281.60	0.01	0.05	N	O	1997-01-31	1997-03-13	1997-02-14	NONE	FOB	st sleep even gifts. dependencies along
161	2057	38	1	19	18221.95	0.01	0.01	A	F	1994-12-13	1994-11-19	1994-12-26	DELIVER IN PERSON	TRUCK	, regular sheaves sleep along
162	3786	123	1	2	3379.56	0.02	0.01	N	O	1995-09-02	1995-06-17	1995-09-08	COLLECT COD	FOB	es! final somas integrate
163	3351	150	1	43	53937.05	0.01	0.00	N	O	1997-09-19	1997-11-19	1997-10-03	COLLECT COD	REG AIR	al, bold dependencies wake. iron
163	2415	16	2	13	17126.33	0.01	0.04	N	O	1997-11-11	1997-10-18	1997-12-07	DELIVER IN PERSON	TRUCK	inal requests. even pinto beans hag
163	737	191	3	27	44218.71	0.04	0.08	N	O	1997-12-26	1997-11-28	1998-01-05	COLLECT COD	REG AIR	ously express dependen
163	3853	123	4	5	8784.25	0.02	0.00	N	O	1997-11-17	1997-10-09	1997-12-05	DELIVER IN PERSON	TRUCK	 must belie
163	2522	185	5	12	17094.24	0.10	0.00	N	O	1997-12-18	1997-10-26	1997-12-22	COLLECT COD	TRUCK	ly blithe accounts cajole 
163	3817	156	6	20	34416.20	0.00	0.07	N	O	1997-09-27	1997-11-15	1997-10-07	TAKE BACK RETURN	FOB	tructions integrate b
164	1827	87	1	26	44949.32	0.09	0.04	A	F	1993-01-04	1992-11-21	1993-01-07	NONE	RAIL	s. blithely special courts are blithel
164	370	73	2	24	30488.88	0.05	0.05	R	F	1992-12-22	1992-11-27	1993-01-06	NONE	AIR	side of the slyly unusual theodolites. f
164	2511	98	3	38	53713.38	0.03	0.06	R	F	1992-12-04	1992-11-23	1993-01-02	TAKE BACK RETURN	AIR	counts cajole fluffily regular packages. b
164	351	3	4	32	40043.20	0.05	0.01	R	F	1992-12-21	1992-12-23	1992-12-28	COLLECT COD	RAIL	ts wake again
164	2951	80	5	43	79719.85	0.06	0.01	R	F	1992-11-26	1993-01-03	1992-12-08	COLLECT COD	RAIL	y carefully regular dep
164	2178	179	6	27	29164.59	0.10	0.04	R	F	1992-12-23	1993-01-16	1993-01-10	DELIVER IN PERSON	AIR	ayers wake carefully a
164	61	112	7	23	22104.38	0.09	0.04	A	F	1992-11-03	1992-12-02	1992-11-12	NONE	REG AIR	ress packages haggle ideas. blithely spec
165	664	171	1	3	4693.98	0.01	0.08	R	F	1993-03-29	1993-03-06	1993-04-12	DELIVER IN PERSON	REG AIR	riously requests. depos
165	3233	32	2	43	48857.89	0.08	0.05	R	F	1993-02-27	1993-04-19	1993-03-03	DELIVER IN PERSON	TRUCK	jole slyly according 
165	1171	137	3	15	16082.55	0.00	0.05	R	F	1993-04-10	1993-03-29	1993-05-01	COLLECT COD	SHIP	 bold packages mainta
165	2784	111	4	49	82652.22	0.07	0.06	A	F	1993-02-20	1993-04-02	1993-03-10	COLLECT COD	REG AIR	uses sleep slyly ruthlessly regular a
165	3102	168	5	27	27137.70	0.01	0.04	R	F	1993-04-27	1993-03-04	1993-05-13	NONE	MAIL	around the ironic, even orb
166	1298	11	1	37	44373.73	0.09	0.03	N	O	1995-11-16	1995-10-17	1995-12-13	NONE	MAIL	lar frays wake blithely a
166	3328	129	2	13	16007.16	0.09	0.05	N	O	1995-11-09	1995-11-18	1995-11-14	COLLECT COD	SHIP	fully above the blithely fina
166	1994	54	3	41	77735.59	0.07	0.03	N	O	1995-11-13	1995-11-07	1995-12-08	COLLECT COD	FOB	hily along the blithely pending fo
166	901	156	4	8	14415.20	0.05	0.02	N	O	1995-12-30	1995-11-29	1996-01-29	DELIVER IN PERSON	RAIL	e carefully bold 
167	2024	25	1	28	25928.56	0.06	0.01	R	F	1993-02-19	1993-02-16	1993-03-03	DELIVER IN PERSON	TRUCK	sly during the u
167	3432	100	2	27	36056.61	0.09	0.00	R	F	1993-05-01	1993-03-31	1993-05-31	TAKE BACK RETURN	FOB	eans affix furiously-- packages
192	1941	60	1	23	42387.62	0.00	0.00	N	O	1998-02-05	1998-02-06	1998-03-07	TAKE BACK RETURN	AIR	ly pending theodolites haggle quickly fluf
192	3228	27	2	20	22624.40	0.07	0.01	N	O	1998-03-13	1998-02-02	1998-03-31	TAKE BACK RETURN	REG AIR	tes. carefu
192	2206	129	3	15	16623.00	0.09	0.01	N	O	1998-01-30	1998-02-10	1998-02-23	TAKE BACK RETURN	TRUCK	he ironic requests haggle about
192	3928	136	4	2	3663.84	0.06	0.02	N	O	1998-03-06	1998-02-03	1998-03-24	COLLECT COD	SHIP	s. dependencies nag furiously alongside
192	1659	176	5	25	39016.25	0.02	0.03	N	O	1998-02-15	1998-01-11	1998-03-17	COLLECT COD	TRUCK	. carefully regular
192	2821	86	6	45	77571.90	0.00	0.05	N	O	1998-03-11	1998-01-09	1998-04-03	NONE	MAIL	equests. ideas sleep idea
193	1853	113	1	9	15793.65	0.06	0.06	A	F	1993-09-17	1993-10-08	1993-09-30	COLLECT COD	TRUCK	against the fluffily regular d
193	3080	76	2	15	14746.20	0.02	0.07	R	F	1993-11-22	1993-10-09	1993-12-05	TAKE BACK RETURN	SHIP	ffily. regular packages d
193	1878	138	3	23	40937.01	0.06	0.05	A	F	1993-08-21	1993-10-11	1993-09-02	DELIVER IN PERSON	TRUCK	ly even accounts wake blithely bold
194	52	103	1	17	16184.85	0.05	0.04	R	F	1992-05-24	1992-05-22	1992-05-30	COLLECT COD	AIR	 regular deposi
194	3671	140	2	1	1574.67	0.04	0.06	R	F	1992-04-30	1992-05-18	1992-05-23	NONE	REG AIR	 regular theodolites. regular, iron
194	1320	89	3	13	15877.16	0.08	0.08	A	F	1992-05-07	1992-06-18	1992-05-10	NONE	AIR	about the blit
194	2903	104	4	36	65012.40	0.00	0.05	R	F	1992-05-21	1992-05-18	1992-05-27	TAKE BACK RETURN	RAIL	pecial packages wake after the slyly r
194	1124	35	5	8	8200.96	0.04	0.00	R	F	1992-07-06	1992-06-25	1992-07-11	COLLECT COD	FOB	uriously unusual excuses
194	2980	45	6	16	30127.68	0.06	0.03	A	F	1992-05-14	1992-06-14	1992-05-21	TAKE BACK RETURN	TRUCK	y regular requests. furious
194	3357	24	7	21	26467.35	0.02	0.01	R	F	1992-05-06	1992-05-20	1992-05-07	COLLECT COD	REG AIR	accounts detect quickly dogged 
195	1692	9	1	6	9562.14	0.04	0.02	A	F	1994-01-09	1994-03-27	1994-01-28	COLLECT COD	REG AIR	y, even deposits haggle carefully. bli
195	1877	55	2	41	72933.67	0.05	0.07	A	F	1994-02-24	1994-02-11	1994-03-20	NONE	TRUCK	rts detect in place of t
195	1709	168	3	34	54763.80	0.08	0.08	R	F	1994-01-31	1994-02-11	1994-02-12	NONE	TRUCK	 cajole furiously bold i
195	1709	168	4	41	66038.70	0.06	0.04	R	F	1994-03-14	1994-03-13	1994-04-09	COLLECT COD	RAIL	ggle fluffily foxes. fluffily ironic ex
196	2702	29	1	19	30489.30	0.03	0.02	R	F	1993-04-17	1993-05-27	1993-04-30	NONE	SHIP	sts maintain foxes. furiously regular p
196	198	49	2	15	16472.85	0.03	0.04	A	F	1993-07-05	1993-05-08	1993-07-06	TAKE BACK RETURN	SHIP	s accounts. furio
197	1970	30	1	39	73006.83	0.02	0.04	N	O	1995-07-21	1995-07-01	1995-08-14	TAKE BACK RETURN	AIR	press accounts. daringly sp
197	3543	11	2	8	11572.32	0.09	0.02	A	F	1995-04-17	1995-07-01	1995-04-27	DELIVER IN PERSON	SHIP	y blithely even deposits. blithely fina
197	3117	183	3	17	17341.87	0.06	0.02	N	O	1995-08-02	1995-06-23	1995-08-03	COLLECT COD	REG AIR	ts. careful
197	359	62	4	25	31483.75	0.04	0.01	N	F	1995-06-13	1995-05-23	1995-06-24	TAKE BACK RETURN	FOB	s-- quickly final accounts
197	830	85	5	14	24231.62	0.09	0.01	R	F	1995-05-08	1995-05-24	1995-05-12	TAKE BACK RETURN	RAIL	use slyly slyly silent depo
197	2118	39	6	1	1020.11	0.07	0.05	N	O	1995-07-15	1995-06-21	1995-08-11	COLLECT COD	RAIL	 even, thin dependencies sno
198	1122	123	1	33	33762.96	0.07	0.02	N	O	1998-01-05	1998-03-20	1998-01-10	TAKE BACK RETURN	TRUCK	carefully caref
198	305	157	2	20	24106.00	0.03	0.00	N	O	1998-01-15	1998-03-31	1998-01-25	DELIVER IN PERSON	FOB	carefully final escapades a
198	2962	91	3	15	27974.40	0.04	0.02	N	O	1998-04-12	1998-02-26	1998-04-15	COLLECT COD	MAIL	es. quickly pending deposits s
198	208	60	4	35	38787.00	0.08	0.02	N	O	1998-02-27	1998-03-23	1998-03-14	TAKE BACK RETURN	RAIL	ests nod quickly furiously sly pinto be
198	2040	41	5	33	31087.32	0.02	0.01	N	O	1998-03-22	1998-03-12	1998-04-14	DELIVER IN PERSON	SHIP	ending foxes acr
199	2642	32	1	50	77232.00	0.02	0.00	N	O	1996-06-12	1996-06-03	1996-07-04	DELIVER IN PERSON	MAIL	essly regular ideas boost sly
199	2680	81	2	30	47480.40	0.08	0.05	N	O	1996-03-27	1996-05-29	1996-04-14	NONE	TRUCK	ilent packages doze quickly. thinly 
224	3003	4	1	16	14496.00	0.04	0.00	A	F	1994-08-01	1994-07-30	1994-08-27	DELIVER IN PERSON	MAIL	y unusual foxes 
224	2173	34	2	34	36555.78	0.04	0.08	R	F	1994-07-13	1994-08-25	1994-07-31	COLLECT COD	TRUCK	 carefully. final platelets 
224	3800	5	3	41	69855.80	0.07	0.04	A	F	1994-09-01	1994-09-15	1994-09-02	TAKE BACK RETURN	SHIP	after the furiou
224	3328	61	4	12	14775.84	0.08	0.06	R	F	1994-10-12	1994-08-29	1994-10-20	DELIVER IN PERSON	MAIL	uriously regular packages. slyly fina
224	1878	197	5	45	80094.15	0.07	0.07	R	F	1994-08-14	1994-09-02	1994-08-27	COLLECT COD	AIR	leep furiously regular requests. furiousl
224	1001	167	6	4	3608.00	0.02	0.00	R	F	1994-09-08	1994-08-24	1994-10-04	DELIVER IN PERSON	FOB	tructions 
225	3439	40	1	4	5369.72	0.09	0.07	N	O	1995-08-05	1995-08-19	1995-09-03	TAKE BACK RETURN	SHIP	ng the ironic packages. asymptotes among 
225	2612	2	2	3	4543.83	0.00	0.08	N	O	1995-07-25	1995-07-08	1995-08-17	DELIVER IN PERSON	REG AIR	 fluffily about the carefully bold a
225	3965	104	3	45	84103.20	0.06	0.01	N	O	1995-08-17	1995-08-20	1995-08-30	TAKE BACK RETURN	FOB	the slyly even platelets use aro
225	2922	187	4	24	43798.08	0.00	0.06	N	O	1995-09-23	1995-08-05	1995-10-16	COLLECT COD	MAIL	ironic accounts are final account
225	152	103	5	31	32616.65	0.04	0.06	N	O	1995-06-21	1995-07-24	1995-07-04	TAKE BACK RETURN	FOB	special platelets. quickly r
225	2637	27	6	12	18475.56	0.00	0.00	A	F	1995-06-04	1995-07-15	1995-06-08	COLLECT COD	MAIL	 unusual requests. bus
225	2825	18	7	44	76024.08	0.10	0.06	N	O	1995-09-22	1995-08-16	1995-10-22	NONE	REG AIR	leep slyly 
226	1939	199	1	4	7363.72	0.00	0.00	R	F	1993-03-31	1993-04-30	1993-04-10	NONE	TRUCK	c foxes integrate carefully against th
226	2757	147	2	46	76348.50	0.06	0.01	A	F	1993-07-06	1993-04-24	1993-07-13	COLLECT COD	FOB	s. carefully bold accounts cajol
226	747	107	3	35	57670.90	0.09	0.03	A	F	1993-03-31	1993-05-18	1993-04-01	NONE	RAIL	osits cajole. final, even foxes a
226	813	176	4	45	77121.45	0.10	0.02	R	F	1993-04-17	1993-05-27	1993-05-11	DELIVER IN PERSON	AIR	 carefully pending pi
226	2360	144	5	2	2524.72	0.07	0.02	R	F	1993-03-26	1993-04-13	1993-04-20	TAKE BACK RETURN	SHIP	al platelets. express somas 
226	1659	176	6	48	74911.20	0.02	0.00	A	F	1993-06-11	1993-05-15	1993-06-19	NONE	REG AIR	efully silent packages. final deposit
226	2360	144	7	14	17673.04	0.09	0.00	R	F	1993-05-20	1993-06-05	1993-05-27	COLLECT COD	MAIL	ep carefully regular accounts. ironic
227	3307	106	1	19	22995.70	0.05	0.06	N	O	1995-12-10	1996-01-30	1995-12-26	NONE	RAIL	s cajole furiously a
227	3483	85	2	24	33275.52	0.07	0.07	N	O	1996-02-03	1995-12-24	1996-02-12	COLLECT COD	SHIP	uses across the blithe dependencies cajol
228	81	132	1	3	2943.24	0.10	0.08	A	F	1993-05-20	1993-04-08	1993-05-26	DELIVER IN PERSON	SHIP	ckages. sly
\.
INSERT INTO tpch.part SELECT DISTINCT l_partkey, 'part ' || l_partkey, l_partkey % 50, 900 + l_partkey % 1000 FROM tpch.lineitem;
INSERT INTO tpch.supplier SELECT DISTINCT l_suppkey, 'Supplier#' || l_suppkey, l_suppkey % 25, l_suppkey * 1.5 FROM tpch.lineitem;
INSERT INTO tpch.partsupp SELECT DISTINCT l_partkey, l_suppkey, l_partkey % 77 FROM tpch.lineitem;
ALTER TABLE tpch.lineitem ADD FOREIGN KEY (l_partkey, l_suppkey) REFERENCES tpch.partsupp;
